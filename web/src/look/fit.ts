/** Names are never cut: one that does not fit is set smaller, and then on two lines. Use it on a block that holds only the name. */

const LEAST = 11

export function fit(node: HTMLElement): { destroy: () => void } {
  let width = -1

  function set() {
    node.style.fontSize = node.style.lineHeight = ''
    node.style.whiteSpace = 'nowrap'
    node.style.minWidth = '0' // in a grid or a row, a line that does not break would widen it
    node.style.maxWidth = '100%'
    let size = parseFloat(getComputedStyle(node).fontSize)
    while (node.scrollWidth > node.clientWidth && size > LEAST) {
      size = Math.max(size - 1, LEAST)
      node.style.fontSize = `${size}px`
    }
    if (node.scrollWidth > node.clientWidth) {
      node.style.whiteSpace = 'normal'
      node.style.overflowWrap = 'anywhere'
      node.style.lineHeight = '1.05'
    }
  }

  const resized = new ResizeObserver(() => {
    if (node.clientWidth === width) return // only its height has changed, and that is our doing
    width = node.clientWidth
    set()
  })
  const renamed = new MutationObserver(set)
  resized.observe(node)
  renamed.observe(node, { characterData: true, childList: true, subtree: true })
  return {
    destroy() {
      resized.disconnect()
      renamed.disconnect()
    },
  }
}
