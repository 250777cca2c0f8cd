import { describe, expect, test } from 'vitest'

import type { Frame } from '../../src/play/frames'
import { Queue, TOO_MANY, type Stage } from '../../src/play/queue'

const frame = (name: string, rest = 100): Frame => ({ view: { name }, travels: [], rest })

class Recorder implements Stage {
  readonly seen: string[] = []
  speed = 1
  still = false
  pace = () => this.speed
  isStill = () => this.still
  show = (shown: Frame): Promise<void> => {
    this.seen.push(String(shown.view['name']))
    return Promise.resolve()
  }
  wait = (milliseconds: number): Promise<void> => {
    this.seen.push(`${milliseconds}`)
    return Promise.resolve()
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the queue', () => {
  test('frames are shown in their order, each with its rest', async () => {
    const stage = new Recorder()
    const queue = new Queue(stage)
    queue.add({ frames: [frame('a'), frame('b', 900)] })
    queue.add({ frames: [frame('c', 0)] })
    await settled()
    expect(stage.seen).toEqual(['a', '100', 'b', '900', 'c'])
    expect(queue.isIdle).toBe(true)
  })

  test('a faster pace shortens the rests', async () => {
    const stage = new Recorder()
    stage.speed = 0.5
    new Queue(stage).add({ frames: [frame('a')] })
    await settled()
    expect(stage.seen).toEqual(['a', '50'])
  })

  test('without motion only the end of each step is shown', async () => {
    const stage = new Recorder()
    stage.speed = 0
    const queue = new Queue(stage)
    queue.add({ frames: [frame('a'), frame('b'), frame('c')] })
    queue.add({ frames: [frame('d'), frame('e')] })
    await settled()
    expect(stage.seen).toEqual(['c', 'e'])
  })

  test('a long backlog is caught up with at once, and then shown calmly again', async () => {
    const stage = new Recorder()
    const queue = new Queue(stage)
    for (let n = 0; n <= TOO_MANY; n++) queue.add({ frames: [frame(`${n}a`, 0), frame(`${n}b`, 0)] })
    await settled()
    expect(stage.seen.slice(0, 3)).toEqual(['0a', '0b', '1a'])
    const rushed = new Recorder()
    const late = new Queue(rushed)
    late.add({ frames: [frame('first', 0)] })
    for (let n = 0; n <= TOO_MANY; n++) late.add({ frames: [frame(`${n}a`, 0), frame(`${n}b`, 0)] })
    await settled()
    expect(rushed.seen).not.toContain('0a')
    expect(rushed.seen).toContain(`${TOO_MANY}a`)
  })

  test('who waits is told when a step begins and when it has ended', async () => {
    const stage = new Recorder()
    const queue = new Queue(stage)
    queue.add({ frames: [frame('a', 0)], begin: () => stage.seen.push('begin'), end: () => stage.seen.push('end') })
    await settled()
    expect(stage.seen).toEqual(['begin', 'a', 'end'])
  })

  test('what was cleared is not shown any more, and what comes after it is', async () => {
    const stage = new Recorder()
    const queue = new Queue(stage)
    queue.add({ frames: [frame('a'), frame('b')], end: () => stage.seen.push('end of a') })
    queue.clear()
    queue.add({ frames: [frame('c', 0)] })
    await settled()
    expect(stage.seen).toEqual(['a', 'c'])
    expect(queue.isIdle).toBe(true)
  })

  test('with reduced motion, who won and what it brought stand still for a while, and nothing else does', async () => {
    const stage = new Recorder()
    stage.speed = 0
    stage.still = true
    const trick: Frame = { ...frame('trick'), isTrick: true }
    const gain: Frame = { ...frame('gain'), gains: [{ seat: 0, text: '+7' }] }
    new Queue(stage).add({ frames: [frame('a'), trick, frame('b'), gain, frame('c')] })
    await settled()
    expect(stage.seen).toEqual(['trick', '900', 'gain', '900', 'c'])
  })

  test('with animations off, only the last frame is shown', async () => {
    const stage = new Recorder()
    stage.speed = 0
    new Queue(stage).add({ frames: [{ ...frame('trick'), isTrick: true }, frame('c')] })
    await settled()
    expect(stage.seen).toEqual(['c'])
  })
})
