/** Where things are: all relative to where the page lives, so that a path prefix makes no difference. */

export function httpAddress(path: string): string {
  return new URL(path, pageAddress()).href
}

export function socketAddress(): string {
  const address = new URL('socket', pageAddress())
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}

/** The page's own address, without what stands behind the `#`. */
export function pageAddress(): string {
  return location.href.replace(/[?#].*$/, '')
}

export type Link = 'table' | 'join' | 'watch'

/** A link to send to somebody. The token stands behind the `#`, so that it reaches no server's log. */
export function linkTo(kind: Link, table: string, token: string): string {
  return `${pageAddress()}#/${kind}/${table}/${token}`
}
