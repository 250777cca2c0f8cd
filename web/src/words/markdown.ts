/** Parses the Markdown of the rules pages into blocks: only what they use, and never as HTML. */

export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'clause'; text: string }

export type Block =
  | { kind: 'heading'; level: number; text: Inline[]; id: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'picture'; file: string; text: string }
  | { kind: 'code'; text: string }

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)|\b([A-Z]{2}-\d+)\b/g

export function inline(text: string): Inline[] {
  const out: Inline[] = []
  let end = 0
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) out.push({ kind: 'text', text: text.slice(end, found.index) })
    const [whole, strong, em, code, label, href, clause] = found
    if (strong !== undefined) out.push({ kind: 'strong', text: plain(strong) })
    else if (em !== undefined) out.push({ kind: 'em', text: plain(em) })
    else if (code !== undefined) out.push({ kind: 'code', text: code })
    else if (clause !== undefined) out.push({ kind: 'clause', text: clause })
    else out.push({ kind: 'link', text: label ?? '', href: href ?? '' })
    end = found.index + whole.length
  }
  if (end < text.length) out.push({ kind: 'text', text: text.slice(end) })
  return out
}

const plain = (text: string): string => text.replace(/[*`]/g, '')

const isStart = (line: string): boolean => /^(#{1,4} |[-*] |\d+\. |\||!\[|    \S|```)/.test(line)

export function markdown(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  while (lines.length) {
    const line = lines[0] ?? ''
    if (!line.trim()) lines.shift()
    else blocks.push(block(line, lines))
  }
  return blocks
}

function block(line: string, lines: string[]): Block {
  const heading = /^(#{1,4}) (.*)$/.exec(line)
  if (heading) {
    lines.shift()
    const said = heading[2] ?? ''
    return { kind: 'heading', level: heading[1]?.length ?? 1, text: inline(said), id: slug(said) }
  }
  const picture = /^!\[(.*)\]\(pictures\/(.*)\)$/.exec(line)
  if (picture) {
    lines.shift()
    return { kind: 'picture', text: picture[1] ?? '', file: picture[2] ?? '' }
  }
  if (line.startsWith('|')) return tableOf(lines)
  if (/^([-*]|\d+\.) /.test(line)) return listOf(lines)
  if (/^( {4}|```)/.test(line)) return codeOf(lines)
  return { kind: 'paragraph', text: inline(joined(lines)) }
}

/** The lines up to the next block, joined. */
function joined(lines: string[]): string {
  const parts = [lines.shift() ?? '']
  while (lines.length && lines[0]?.trim() && !isStart(lines[0])) parts.push(lines.shift() ?? '')
  return parts.map((part) => part.trim()).join(' ')
}

function tableOf(lines: string[]): Block {
  const rows: Inline[][][] = []
  while (lines[0]?.startsWith('|')) {
    const cells = (lines.shift() ?? '').split('|').slice(1, -1).map((cell) => cell.trim())
    if (!cells.every((cell) => /^:?-+:?$/.test(cell))) rows.push(cells.map(inline))
  }
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) }
}

function listOf(lines: string[]): Block {
  const ordered = /^\d/.test(lines[0] ?? '')
  const items: Inline[][] = []
  while (/^([-*]|\d+\.) /.test(lines[0] ?? '')) items.push(inline(joined(lines).replace(/^([-*]|\d+\.) /, '')))
  return { kind: 'list', ordered, items }
}

function codeOf(lines: string[]): Block {
  const parts: string[] = []
  const isFenced = lines[0]?.startsWith('```') ?? false
  if (isFenced) lines.shift()
  while (lines.length && (isFenced ? !lines[0]?.startsWith('```') : /^ {4}/.test(lines[0] ?? ''))) parts.push((lines.shift() ?? '').replace(/^ {4}/, ''))
  if (isFenced) lines.shift()
  return { kind: 'code', text: parts.join('\n') }
}

export function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
