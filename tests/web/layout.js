// What is wrong with the layout of a page: a list of sentences, empty if all is well.
({ least, table }) => {
  const found = []
  const root = document.documentElement
  const box = (one) => one.getBoundingClientRect()
  const round = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' ')
  const shown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest('.hidden-label, [aria-hidden="true"].scrim') &&
    box(one).width > 0
  const name = (one) => {
    const classes = [...one.classList].filter((part) => !part.startsWith('svelte-')).join('.')
    return `${one.tagName.toLowerCase()}.${classes} "${(one.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}"`
  }

  // ---------------------------------------------------------------- the page
  if (root.scrollWidth > innerWidth + 1) found.push(`the page scrolls sideways: it is ${root.scrollWidth} wide`)
  if (table && root.scrollHeight > innerHeight + 1) found.push(`the table scrolls: it is ${root.scrollHeight} high`)

  // ---------------------------------------------------------------- cut off
  /** What of an element can be reached: a box that scrolls lets everything inside it be reached in that direction. */
  const clips = (one) => {
    const parts = []
    for (let up = one.parentElement; up && up !== root; up = up.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(up)
      const limit = { up, x: overflowX === 'hidden' || overflowX === 'clip', y: overflowY === 'hidden' || overflowY === 'clip' }
      if (limit.x || limit.y) parts.push(limit)
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll' || position === 'fixed') break
    }
    return parts
  }
  const isInside = (one, outer, fits) => {
    for (let up = one.parentElement; up && up !== outer; up = up.parentElement) if (fits(getComputedStyle(up))) return true
    return false
  }
  const SLACK = 2
  for (const one of document.querySelectorAll('button, a, input, select, [data-seat], [data-thing], h1, h2, p, label')) {
    if (!shown(one) || one.closest('svg')) continue
    const own = box(one)
    for (const { up, x, y } of clips(one)) {
      const limit = box(up)
      if ((x && (own.left < limit.left - SLACK || own.right > limit.right + SLACK)) || (y && (own.top < limit.top - SLACK || own.bottom > limit.bottom + SLACK)))
        found.push(`cut off by ${name(up).split(' ')[0]}: ${name(one)} at ${round(own)}, limit ${round(limit)}`)
    }
  }
  const stage = document.querySelector('.stage')
  if (stage) {
    const felt = box(stage)
    for (const one of stage.querySelectorAll('*')) {
      if (!shown(one) || (one.closest('svg') && one.tagName !== 'svg') || one.closest('dialog, [popover], [data-over]')) continue
      const own = box(one)
      // A chosen card is lifted a little.
      if (own.left < felt.left - SLACK || own.right > felt.right + SLACK || own.top < felt.top - 16 || own.bottom > felt.bottom + SLACK) {
        if (isInside(one, stage, (style) => style.overflowY !== 'visible' || style.overflowX !== 'visible')) continue // clipped or scrolled there
        found.push(`outside the felt: ${name(one)} at ${round(own)}, felt ${round(felt)}`)
      }
    }
  }

  // ---------------------------------------------------------------- words
  for (const one of document.querySelectorAll('body *')) {
    if (one.closest('svg') || one.children.length || !(one.textContent ?? '').trim() || !shown(one)) continue
    const style = getComputedStyle(one)
    if (style.display !== 'inline' && style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) found.push(`words cut off: ${name(one)}`)
    // Numbers, and letters that are part of a drawn sign, grow and shrink with their card; words do not.
    if (parseFloat(style.fontSize) < 11 && (one.textContent ?? '').trim().length > 2) found.push(`words of ${style.fontSize}: ${name(one)}`)
  }

  // ---------------------------------------------------------------- targets
  const modal = document.querySelector('dialog[open], aside.isDrawer.isOpen')
  for (const one of document.querySelectorAll('button, a.button, input, select, textarea, summary, [role=tab]')) {
    if (!shown(one) || one.disabled || (modal && !modal.contains(one))) continue
    const own = box(one.closest('label') ?? one)
    // The lines of a log are dense where there is a mouse.
    const enough = one.closest('[data-lines]') && matchMedia('(pointer: fine)').matches ? 28 : least
    if (own.width < least - 0.5 || own.height < enough - 0.5) found.push(`only ${Math.round(own.width)} x ${Math.round(own.height)} to touch: ${name(one)}`)
    const seen = { left: Math.max(own.left, 0), right: Math.min(own.right, innerWidth), top: Math.max(own.top, 0), bottom: Math.min(own.bottom, innerHeight) }
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX === 'visible' && getComputedStyle(up).overflowY === 'visible') continue
      const limit = box(up)
      seen.left = Math.max(seen.left, limit.left)
      seen.right = Math.min(seen.right, limit.right)
      seen.top = Math.max(seen.top, limit.top)
      seen.bottom = Math.min(seen.bottom, limit.bottom)
    }
    if (seen.right - seen.left < 8 || seen.bottom - seen.top < 8) continue // scrolled out of sight
    if (getComputedStyle(one).pointerEvents === 'none') continue
    // Cards of a hand may lie over each other: some part of each must be free.
    const free = [0.5, 0.12, 0.88].some((x) =>
      [0.5, 0.12, 0.88].some((y) => {
        const hit = document.elementFromPoint(seen.left + (seen.right - seen.left) * x, seen.top + (seen.bottom - seen.top) * y)
        // A sheet that the reader opened may cover the table.
        if (hit?.closest('[data-over]') && !one.closest('[data-over]')) return true
        return hit !== null && (one.contains(hit) || hit.contains(one) || one.closest('label')?.contains(hit))
      }),
    )
    if (!free) found.push(`covered: ${name(one)} at ${round(own)}`)
  }

  // ---------------------------------------------------------------- one over the other
  const plates = [...document.querySelectorAll('[data-seat], .hand [data-thing], .strip, .bar, .banner')].filter(
    (one) => shown(one) && !isInside(one, null, (style) => style.overflowY === 'auto' || style.overflowX === 'auto'),
  )
  const isAbove = (one, other) => one.contains(other) || other.contains(one)
  for (const [n, one] of plates.entries()) {
    for (const other of plates.slice(n + 1)) {
      if (isAbove(one, other) || (one.matches('[data-thing]') && other.matches('[data-thing]')) || modal) continue
      if (one.matches('.bar') && other.matches('.banner')) continue
      const [a, b] = [box(one), box(other)]
      const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)]
      if (wide > 3 && high > 3) found.push(`${name(one)} lies over ${name(other)}`)
    }
  }
  return [...new Set(found)].slice(0, 30)
}
