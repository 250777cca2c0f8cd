"""The table server: people and bots sit down, play, leave and come back.

A message passes through four folders. Each one imports only those below it in this list (`web` may use all of them;
`wire` and `store` do not know each other):

    web      HTTP requests and sockets come in: routes, security checks, rate limits, the browser client's files
    play     what happens at a table: sessions, matches, message handlers, bots, clocks
    wire     what goes over the network: message types, and what each seat is told
    store    what is kept: records, SQL, migrations, updates between servers

Beside them: `fairness.py` (the shuffle's formulas), `rates.py` (rate limits), `desk.py` (budgets in measured
time) and `schema.py` (the published schema).

Glossary. Every class is defined in exactly one module; `tests/table/test_glossary.py` checks this list.

    Server              web.server          everything that lives as long as the application runs
    SecurityMiddleware  web.security        checks each request's host, origin, size and rate
    RateLimits          rates               one RateLimit for each client address
    OpenCount           rates               how many connections or sockets each client address has open
    Desk                desk                decides who is served next: budgets in measured time, and turns
    Account             desk                where the work for one connection or request is charged
    TimeBudgets         desk                how much of the server's time a seat and an address may use
    GuardedHttp         web.protocols       an HTTP connection with limits and timeouts
    GuardedSocket       web.protocols       a WebSocket connection with limits and timeouts
    Settings            web.settings        how `weatherdeck serve` was started
    Drain               web.drain           takes this server out of service without ending anyone's game
    Heartbeat           web.heartbeat       reports to the store, and carries out administrators' orders
    Metrics             web.metrics         counters for Prometheus
    MetricsListener     web.metrics         serves them on a port of their own
    Admission           web.admission       refuses newcomers when the server is near its limits
    Lag                 web.lag             how long people wait for the event loop and for the store
    Delays              web.lag             a delay that is measured again and again
    BuildCache          web.builds          answers that take long to build, kept up to so many bytes
    DocsSite            web.docs_site       the docs, under /docs
    SocketEndpoint      web.socket          reads one client's socket, from `hello` until it closes

    TableManager        play.manager        all tables of this server: makes them, loads and unloads their sessions
    TableSession        play.session        one table in memory: its record, its match, its connections
    MessageHandler      play.handlers       answers one connection's messages
    LiveMatch           play.live_match     the match being played: every entry applied, every card known
    Change              play.live_match     an entry that was applied, with the steps and states that came of it
    Decision            play.live_match     moves that were found legal, ready to be stored
    UndoOption          play.live_match     what a seat's undo would take back
    UndoRequest         play.undo           an undo that other players have to agree to
    Attendance          play.attendance     since when the people of a table have been away
    AwayVote            play.attendance     a vote on whether a bot should play for somebody who is away
    RemotePresence      play.session        who is connected to the same table through another server
    ChatHistory         play.chat           the latest lines of a table's chat
    TalkRates           play.chat           how much may be said, as the server was set up
    TalkPolicy          play.chat           what may be said at the tables: how much, and which words not
    WordList            play.words          words that are not allowed in names and are masked in chat
    OfferedDecks        play.decks          the host's own decks that tables can be made with
    Uploads             play.uploads        deck files that people upload: checked, and made into games
    Shelf               play.shelf          the games with people's own decks that are in memory: the last used ones
    OtherValue          play.deck_report    a value of a deck that is not as shipped
    MatchClock          play.clock          the time that each seat has left
    TableWorker         play.worker         the background task of a table: lets bots move, ends people's time
    BotPool             play.pool           the threads in which bots think
    WorkKind            play.pool           what bots think for: tables with people first, reviews last
    FairQueue           play.pool           work of one kind, shared fairly between tables
    BotTables           play.pool           the tables at which only bots play: a few at a time
    Pace                play.pace           how long a bot's move takes at least, whatever the position
    TableAdvice         play.advice         the hints and reviews of a table, each worked out once
    SharedReview        play.advice         a review that several people read
    FinishedMatch       play.advice         the match that a review is about
    MatchBots           play.bots           the bots of one match, and what each has seen
    Archivist           play.archivist      archives finished matches in the background
    ArchivedMatch       play.archive        a finished match as it was shown, which needs no rules to be read
    Outdated            play.outdated       a table whose match this server does not have the rules of
    MatchReviewer       play.review         judges a finished match, decision by decision
    RequestError        play.errors         a message or request that cannot be granted: `error`, or a 4xx status
    MoveRejected        play.errors         a move or undo that was not made: `refused`
    BrokenMatch         play.errors         stored entries that cannot be replayed

    Perspective         wire.perspective    builds messages for one seat (or a spectator) from what it may know
    Connection          wire.connection     one client's outgoing messages, in a bounded queue

    Store               store.store         reads and writes records, in SQLite or PostgreSQL
    TableRecord         store.records       a table as stored, with its seats and its current match
    SeatRecord          store.records       a seat and who sits on it
    MatchRecord         store.records       a match: its ruleset, secret and times
    Entry               store.records       one decision of a match, a move or an undo; its number is the version
    LinkRecord          store.records       a link: an invitation, a link to watch, or one that moves a seat
    LinkStore           store.links         reads and writes links
    ArchiveStore        store.archives      reads and writes archives
    Unarchived          store.archives      a finished match without an archive
    ChatRecord          store.records       a line of chat
    Operations          store.operations    what administrators do, and what they and servers tell each other
    ServerRecord        store.operations    a running server, as it last reported
    Order               store.operations    something an administrator did that servers have to act on
    AuditRecord         store.operations    a line of the audit log
    TableOverview       store.operations    a table in an administrator's list
    Retention           store.retention     deletes old tables and chat
    Preparation         store.opening       what is done to a store when it is opened, in one transaction
    Upgrade             store.upgrading     a preparation: backs a store up, and gives it the form of this version
    Replacement         store.upgrading     a preparation: puts a backup in the place of what a store holds
    KeepPolicy          store.retention     for how long tables and chat are kept
    Deleted             store.retention     what was deleted
    Outage              store.outage        whether the store answers; logs the beginning and the end of an outage
    StoreDown           store.outage        the store does not answer
    DriverConnections   store.outage        the pool's connections to PostgreSQL, and when each was last heard from
    Database            store.database      the transactions of a store, and what happens when it does not answer
    StoreRefused        store.opening       a store that cannot be opened
    Turns               store.turns         whose turn it is to use the store: moves come first
    Announcer           store.announcer     tells other servers what is not stored, much in one statement
    BatchWriter         store.writer        writes the entries of all tables, many in one transaction
    PubSub              store.pubsub        updates between servers that share a store, and which one runs a match
    Secret              fairness            the secret seed and nonce that a shuffle is committed to
    Shuffle             fairness            the formulas of a match's shuffle: commitment, shares, deal
    Dealt               fairness            what a game says about its deal, to be checked against its record

Words used throughout: a *version* counts stored entries; a *step* counts moves of the rules (an entry may hold more
than one); *watch* is the spectators' link; an *update* goes from server to server, a *message* between
server and client.
"""
