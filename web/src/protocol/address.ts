/** Addresses, all relative to the page, so that the client works behind any path prefix. */

export function httpAddress(path: string): string {
  return new URL(path, pageAddress()).href
}

export function socketAddress(): string {
  const address = new URL('socket', pageAddress())
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}

/** The page's own address, without the part after `#`. */
export function pageAddress(): string {
  return location.href.replace(/[?#].*$/, '')
}

/** A path of this client as a whole address, to share. A token comes after `#`, so it never reaches a server's log. */
export const linkTo = (path: string, base = pageAddress()): string => `${base}#${path}`

/** Whether only the same machine can open an address. */
export function isLocal(address: string): boolean {
  const host = new URL(address).hostname
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host)
}
