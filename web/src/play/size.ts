/** How a table is laid out, from the room that its page has; never from the window. */
export type Size = 'small' | 'medium' | 'large' | 'short'

export const NARROW = 560
export const WIDE = 960
export const TALL = 600
export const SHORT = 480

export function sizeOf(width: number, height: number): Size {
  if (height < SHORT && width > height) return 'short'
  if (width < NARROW) return 'small'
  return width >= WIDE && height >= TALL ? 'large' : 'medium'
}
