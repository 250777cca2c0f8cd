import { describe, expect, test } from 'vitest'

import { inline, markdown } from '../src/words/markdown'

describe('the rules page', () => {
  test('paragraphs that are wrapped are one paragraph', () => {
    expect(markdown('one\ntwo\n\nthree').map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph'])
  })

  test('a heading, a list, a table and a picture are what they are', () => {
    const text = '# Head\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![A card](pictures/card.svg)\n'
    const [heading, list, table, picture] = markdown(text)
    expect(heading).toMatchObject({ kind: 'heading', level: 1, id: 'head' })
    expect(list).toMatchObject({ kind: 'list', ordered: false, items: [[{ text: 'one more' }], [{ text: 'two' }]] })
    expect(table).toMatchObject({ kind: 'table', rows: [[[{ text: '1' }], [{ text: '2' }]]] })
    expect(picture).toEqual({ kind: 'picture', file: 'card.svg', text: 'A card' })
  })

  test('a clause can be found', () => {
    expect(inline('so it is (WV-10).')).toContainEqual({ kind: 'clause', text: 'WV-10' })
  })

  test('HTML stays text', () => {
    expect(markdown('<b>bold</b>')).toEqual([{ kind: 'paragraph', text: [{ kind: 'text', text: '<b>bold</b>' }] }])
  })
})
