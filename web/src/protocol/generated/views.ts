// Made by `npm run types` from web/schema. Not to be edited.

export interface Views {
  'four-seasons': FourSeasonsView
  tradewinds: TradewindsView
  'tweedy-tricksters': TweedyTrickstersView
  weathervanes: WeathervanesView
  'winter-court': WinterCourtView
}
/**
 * The whole table.
 */
export interface FourSeasonsView {
  phase: 'play' | 'after' | 'over'
  players: number
  round: number
  /**
   * None in a game of a single round, which is won or lost.
   */
  rounds: number | null
  trick: number
  dealer: number
  leader: number
  to_move: number | null
  lead_suit: ('autumn' | 'winter' | 'spring' | 'summer' | 'wild') | null
  winning: number | null
  pit: FourSeasonsCard[]
  deck: FourSeasonsCard[]
  /**
   * Dealt to each player.
   */
  cards_dealt: number
  /**
   * The most tokens that a player may play in a round.
   */
  token_uses: number
  needs: FourSeasonsNeeds
  /**
   * The roles in the game, in alphabetical order.
   */
  roles: ('autumn' | 'winter' | 'spring' | 'summer' | 'darkness' | 'light')[]
  /**
   * The role card that was set aside; None while it is hidden from this viewer.
   */
  aside: ('autumn' | 'winter' | 'spring' | 'summer' | 'darkness' | 'light') | null
  seats: FourSeasonsSeat[]
  lost_tokens: FourSeasonsBySeason
  /**
   * Only for the player to move.
   */
  can: FourSeasonsCan | null
  last_round: FourSeasonsLastRound | null
  winners: number[] | null
}
/**
 * A card: its notation, suit and number.
 */
export interface FourSeasonsCard {
  text: string
  suit: 'autumn' | 'winter' | 'spring' | 'summer' | 'wild'
  number: number
}
/**
 * What the goals need; a designer may have changed it.
 */
export interface FourSeasonsNeeds {
  /**
   * How many more of their season than anyone else; 0: a tie is enough.
   */
  season_lead: number
  /**
   * How many more of a season Darkness needs; 0: a tie is enough.
   */
  dark_lead: number
  /**
   * The most tricks that Darkness may win; None: there is no such goal.
   */
  dark_tricks: number | null
}
/**
 * What everyone knows of a player, and their hand.
 */
export interface FourSeasonsSeat {
  /**
   * None while it is hidden from this viewer.
   */
  role: ('autumn' | 'winter' | 'spring' | 'summer' | 'darkness' | 'light') | null
  hand_size: number
  /**
   * None while it is hidden from this viewer.
   */
  hand: FourSeasonsCard[] | null
  /**
   * Cards that everyone knows to be in the hand.
   */
  known: FourSeasonsCard[]
  /**
   * Suits that everyone knows to be missing from the rest of the hand.
   */
  void: ('autumn' | 'winter' | 'spring' | 'summer' | 'wild')[]
  tokens: ('autumn' | 'winter' | 'spring' | 'summer')[]
  played: FourSeasonsCard | null
  token_played: ('autumn' | 'winter' | 'spring' | 'summer') | null
  won: FourSeasonsBySuit
  won_cards: FourSeasonsCard[]
  won_tokens: FourSeasonsBySeason
  tricks: number
  /**
   * The score, in tenths of a point.
   */
  tenths: number
  /**
   * Tokens left unused in all rounds so far; they break a tie.
   */
  spared: number
}
/**
 * A number for each suit.
 */
export interface FourSeasonsBySuit {
  autumn: number
  winter: number
  spring: number
  summer: number
  wild: number
}
/**
 * A number for each season.
 */
export interface FourSeasonsBySeason {
  autumn: number
  winter: number
  spring: number
  summer: number
}
/**
 * What the player to move may do: the cards they may play, and the cards that each token may be used on.
 */
export interface FourSeasonsCan {
  play: FourSeasonsCard[]
  autumn: FourSeasonsCard[]
  spring: FourSeasonsCard[]
  summer: FourSeasonsCard[]
  winter: boolean
  done: boolean
}
/**
 * The last finished round: roles, what counted, who reached which goal, and who won.
 */
export interface FourSeasonsLastRound {
  round: number
  aside: ('autumn' | 'winter' | 'spring' | 'summer' | 'darkness' | 'light') | null
  winners: number[]
  seats: FourSeasonsLastSeat[]
}
/**
 * A player in the last finished round.
 */
export interface FourSeasonsLastSeat {
  role: ('autumn' | 'winter' | 'spring' | 'summer' | 'darkness' | 'light') | null
  won: FourSeasonsBySuit
  tricks: number
  goals: (FourSeasonsMostGoal | FourSeasonsNoTrickGoal)[]
  wins: boolean
}
/**
 * A goal of having the most of a suit: the player's count, the count to beat, and whether the goal was reached.
 */
export interface FourSeasonsMostGoal {
  goal: 'most' | 'most_in_play' | 'most_not_in_play'
  season: 'autumn' | 'winter' | 'spring' | 'summer'
  mine: number
  against: number
  reached: boolean
}
/**
 * The goal of winning no tricks.
 */
export interface FourSeasonsNoTrickGoal {
  goal: 'no_trick'
  tricks: number
  reached: boolean
}
/**
 * The whole table.
 */
export interface TradewindsView {
  phase: 'play' | 'over'
  turn: number
  turns: number
  to_move: number | null
  /**
   * The seat that the next wind blows to.
   */
  toward: number | null
  /**
   * Of all players together.
   */
  score: number
  /**
   * The score that wins.
   */
  target: number
  /**
   * The points that a Single costs which does not score.
   */
  deduction: number
  /**
   * None until the game is over.
   */
  won: boolean | null
  covering: TradewindsCovering[]
  /**
   * For each seat, what a Single counts when that seat collects it: 1, or what it costs.
   */
  scoring: TradewindsByCharacteristic[]
  piles: TradewindsPile[]
  unseen: TradewindsByCharacteristic
  discarded: string[]
  seats: TradewindsSeat[]
  /**
   * The wind of each Complete that the viewer may play now.
   */
  preview: {
    [k: string]: TradewindsPreview
  }
  options: TradewindsOptions
}
/**
 * A Complete beside the board, and whether a True lies on each side of it (N, E, S, W).
 */
export interface TradewindsCovering {
  complete: string
  true: boolean[]
}
/**
 * A number for each characteristic, by its letter.
 */
export interface TradewindsByCharacteristic {
  F: number
  P: number
  H: number
  R: number
  G: number
  B: number
  C: number
  S: number
  T: number
}
/**
 * A pile: the number of cards face down and, above them, the faces that were seen; the last one is on top.
 */
export interface TradewindsPile {
  down: number
  up: ('F' | 'P' | 'H' | 'R' | 'G' | 'B' | 'C' | 'S' | 'T')[]
  gap: boolean
}
/**
 * A player: the side they sit at, their hand, and what they have collected.
 */
export interface TradewindsSeat {
  side: 'North' | 'East' | 'South' | 'West'
  hand_size: number
  /**
   * None while it is hidden from this viewer.
   */
  hand: string[] | null
  collected: TradewindsByCharacteristic
  /**
   * Collected Singles that count 1.
   */
  scored: number
  /**
   * Collected Singles that do not score.
   */
  deducted: number
}
/**
 * What the wind of a Complete would do.
 */
export interface TradewindsPreview {
  moves: TradewindsMove[]
  score: number
  emptied: number[]
  turned_up: number[]
}
export interface TradewindsMove {
  single: 'F' | 'P' | 'H' | 'R' | 'G' | 'B' | 'C' | 'S' | 'T'
  from: number
  over: number[]
  to: number | null
  collector: number | null
  points: number
}
/**
 * The options that the game is played with.
 */
export interface TradewindsOptions {
  first: ('N' | 'E' | 'S' | 'W') | null
  open_hands: boolean
}
/**
 * The whole table.
 */
export interface TweedyTrickstersView {
  phase: 'draft' | 'suits' | 'partners' | 'play' | 'over'
  round: number
  trick: number
  tricks: number
  to_move: number | null
  dealer: number
  leader: number | null
  lead_suit: ('ravens' | 'foxes' | 'rats' | 'toads') | null
  market: TweedyTrickstersCard[]
  /**
   * Suit cards that nobody has taken yet.
   */
  suits: ('ravens' | 'foxes' | 'rats' | 'toads')[]
  partnerships: TweedyTrickstersPartnership[] | null
  seats: TweedyTrickstersSeat[]
  /**
   * The cards of the finished tricks.
   */
  gone: TweedyTrickstersCard[]
  /**
   * The score that ends the game; None until it is set.
   */
  target: number | null
  /**
   * The round after which the target is set.
   */
  target_after: number
  winners: number[] | null
}
/**
 * A card: its notation, and its values in Ravens, Foxes, Rats and Toads.
 */
export interface TweedyTrickstersCard {
  card: string
  values: number[]
}
/**
 * Two partners, their tricks, and the sum of what they have played to this trick.
 */
export interface TweedyTrickstersPartnership {
  seats: number[]
  tricks: number
  sum: number
  leading: boolean
}
/**
 * What lies in front of a player, and their hand.
 */
export interface TweedyTrickstersSeat {
  score: number
  /**
   * The suit of the Suit card; None until one is taken.
   */
  suit: ('ravens' | 'foxes' | 'rats' | 'toads') | null
  partner: number | null
  tricks: number
  /**
   * Drafted cards that are not played yet: part of the hand, but known to everyone.
   */
  drafted: TweedyTrickstersCard[]
  hand_size: number
  /**
   * What is left of the cards dealt; None while it is hidden from this viewer.
   */
  hand: TweedyTrickstersCard[] | null
  played: TweedyTrickstersCard | null
  /**
   * The value of the played card in the lead suit.
   */
  value: number | null
}
/**
 * The whole table.
 */
export interface WeathervanesView {
  phase: 'play' | 'place' | 'over'
  /**
   * The last Display cards are being placed (WV-27).
   */
  ending: boolean
  round: number
  rounds: number
  trick: number
  tricks: number
  to_move: number | null
  leader: number
  /**
   * The trick points between this seat and the next.
   */
  heading: number | null
  lead_suit: ('r' | 'y' | 'g' | 'b') | null
  winning: number | null
  seats: WeathervanesSeat[]
  placing: WeathervanesPlacing | null
  discarded: WeathervanesCard[]
  left_over: number
  options: WeathervanesOptions
  winners: number[] | null
}
/**
 * What lies in front of a player, and their hand.
 */
export interface WeathervanesSeat {
  score: number
  token: 'r' | 'y' | 'g' | 'b'
  /**
   * None while it is taken.
   */
  display: WeathervanesCard | null
  played: WeathervanesCard | null
  /**
   * The corner of this seat's card that lies at the centre.
   */
  corner: number | null
  /**
   * Whose Display this seat takes if the card that is winning now wins the trick (WV-12).
   */
  takes: number | null
  tableau: WeathervanesLaid[]
  worth: number
  hand_size: number
  /**
   * None while it is hidden from this viewer.
   */
  hand: WeathervanesCard[] | null
}
/**
 * A card: its number, and its suits clockwise from the top left corner.
 */
export interface WeathervanesCard {
  number: number
  suits: string
}
/**
 * A card of a tableau: its cell in a grid of 3 x 3, and where it lies as seen from the first card.
 */
export interface WeathervanesLaid {
  cell: number
  /**
   * None for the first card itself.
   */
  place: ('n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw') | null
  card: WeathervanesCard
}
/**
 * The card being placed, and where it may lie or not.
 */
export interface WeathervanesPlacing {
  seat: number
  card: WeathervanesCard
  places: WeathervanesPlace[]
  closed: WeathervanesClosed[]
}
/**
 * Where a card may be placed, what the tableau is worth then and why (WV-23), and whether it is complete.
 */
export interface WeathervanesPlace {
  place: 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'
  cell: number
  worth: number
  complete: boolean
  /**
   * The suit of the centre then; two while it is open (WV-19).
   */
  centre: ('r' | 'y' | 'g' | 'b')[]
  /**
   * Of the worth, the points for outer matches and for the Bonus Token. The rest is for the number of cards.
   */
  matches: number
  bonus: number
}
/**
 * A place beside the tableau where the card does not fit, and the suits of which the centre needs one (WV-18).
 */
export interface WeathervanesClosed {
  cell: number
  needs: ('r' | 'y' | 'g' | 'b')[]
}
/**
 * The options that the game is played with.
 */
export interface WeathervanesOptions {
  constrained_lead: boolean
  partial_misere: boolean
  bonus_no_kens: boolean
}
/**
 * The whole table.
 */
export interface WinterCourtView {
  phase: 'start' | 'build' | 'after' | 'second' | 'keep' | 'over'
  to_move: number | null
  members: WinterCourtMember[]
  seats: WinterCourtSeat[]
  /**
   * The powers that the player to move may still use this turn.
   */
  ready: ('fool' | 'knight' | 'lover' | 'matchmaker' | 'steward' | 'sage' | 'charlatan' | 'wizard')[]
  play: WinterCourtPlay | null
  drawn: WinterCourtDrawn | null
  discard: WinterCourtCard[]
  /**
   * Cards left to draw.
   */
  pile: number
  result: WinterCourtResult | null
  /**
   * How many royals win at once (WC-19).
   */
  royals_to_win: number
  /**
   * How many cards may be drawn after a play (WC-5).
   */
  play_draws: number
}
/**
 * A member of the court: who it is, who controls it, and what influence lies on whose side.
 */
export interface WinterCourtMember {
  letter: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L'
  name: string
  royal: boolean
  suits: ('La' | 'Mi' | 'We' | 'Kn' | 'De' | 'Wi')[]
  status: number
  power: ('fool' | 'knight' | 'lover' | 'matchmaker' | 'steward' | 'sage' | 'charlatan' | 'wizard') | null
  power_text: string | null
  power_short: string | null
  /**
   * The seat that controls the member; None while nobody does.
   */
  pawn: number | null
  influence: WinterCourtInfluence | null
}
/**
 * The cards on a member, on whose side they lie, and their rank together.
 */
export interface WinterCourtInfluence {
  seat: number
  cards: WinterCourtCard[]
  rank: number
}
/**
 * A card: its notation, suit and rank; a low one may be a boost.
 */
export interface WinterCourtCard {
  card: string
  suit: 'La' | 'Mi' | 'We' | 'Kn' | 'De' | 'Wi'
  suit_name: 'Lands' | 'Might' | 'Wealth' | 'Knowledge' | 'Devotion' | 'Wit'
  rank: number
  boost: boolean
}
/**
 * A player: whom they control, and their hand.
 */
export interface WinterCourtSeat {
  status: number
  members: ('A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L')[]
  royals: ('A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L')[]
  hand_size: number
  /**
   * None while it is hidden from this viewer.
   */
  hand: WinterCourtCard[] | null
  /**
   * Cards of this hand that both players know.
   */
  known: WinterCourtCard[]
}
/**
 * The play being built: what is in it, its total, and what it has to beat.
 */
export interface WinterCourtPlay {
  seat: number
  member: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L'
  card: WinterCourtCard
  added: WinterCourtCard[]
  boosts: WinterCourtCard[]
  total: number
  /**
   * The rank that will be left in place.
   */
  stays: number
  beat: number
  /**
   * With the Fool, the total must be lower than what lies there.
   */
  lower: boolean
  enough: boolean
  /**
   * The powers that may still be added to the play.
   */
  may_join: ('fool' | 'knight' | 'lover' | 'matchmaker' | 'steward' | 'sage' | 'charlatan' | 'wizard')[]
}
/**
 * The two cards of which one is to be discarded; only the drawer sees which they are.
 */
export interface WinterCourtDrawn {
  seat: number
  size: number
  cards: WinterCourtCard[] | null
}
/**
 * Who won, and what decided it.
 */
export interface WinterCourtResult {
  winner: number | null
  by: 'royals' | 'status' | 'letter' | 'draw'
}
