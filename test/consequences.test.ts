import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract as api } from '#api/contract.ts'
import type { Contract } from '#lib/contract.ts'

/**
 * Every press that sends or cannot be undone says so first. The calls of staff are found by the contract; that a call
 * which sends is declared as such, `refuseUnannounced` proves in every test that makes one.
 */
const calls = Object.entries(api as Contract).filter(
  ([key, { who }]) => who.startsWith('staff') && key.startsWith('POST '),
)

const lasting =
  /(remove|delete|cancel|revoke|void|withdraw|refuse|reject|discard|disable|erase|purge|takeDown|endSessions)(Many)?$/
/** Leaves everything as it was, or is one's own. */
const harmless = {
  'POST /staff/import/cancel': 'nothing was entered yet, and what was is taken back',
  'POST /staff/job/cancel': 'runs again at its time',
  'POST /staff/old-site/cancel': 'goes on by one press',
  'POST /staff/organisation/note/remove': 'the own note, within ten minutes',
  'POST /staff/review/note/remove': 'the own note, within ten minutes',
}

const pages: { path: string; text: string }[] = []

beforeAll(async () => {
  for await (const path of glob('src/**/*.{ts,tsx}'))
    if (/\/(pages|ui|layouts)\//.test(path) && !path.endsWith('.test.ts'))
      pages.push({ path, text: await readFile(path, 'utf8') })
})

/** The screens that make a call; where a file of calls names it, those that import this file. */
const pagesOf = (key: string) =>
  pages
    .filter(({ text }) => text.includes(`'${key}'`) || text.includes(`"${key}"`))
    .flatMap(of =>
      of.path.endsWith('.ts') ? pages.filter(({ text }) => text.includes(`/${basename(of.path)}'`)) : [of],
    )

describe('before it is pressed', () => {
  test('a call that can be tried shows whom it reaches, by which channel', () => {
    const sending = calls.filter(([, { sends }]) => sends).map(([key]) => key)
    expect(sending.length).toBeGreaterThan(20)
    const silent = sending.filter(key => {
      const found = pagesOf(key)
      return found.length > 0 && !found.some(({ text }) => /sends: true|CallReach|ReachSummary|callOf/.test(text))
    })
    expect(silent).toEqual([])
  })

  test('a call that tells and cannot be tried says whom it tells', () => {
    const telling = calls.filter(([, { tells }]) => tells).map(([key]) => key)
    expect(telling.length).toBeGreaterThan(15)
    const silent = telling.filter(key => {
      const found = pagesOf(key)
      return (
        found.length > 0 &&
        !found.some(({ text }) => /通知|告知|发给|会看到|收到消息|收到通知|短信|站内消息/.test(text))
      )
    })
    expect(silent).toEqual([])
  })

  test('what takes something away opens a dialog that says what follows', () => {
    const taking = calls.map(([key]) => key).filter(key => lasting.test(key) && !(key in harmless))
    expect(taking.length).toBeGreaterThan(30)
    const bare = taking.filter(key => {
      const found = pagesOf(key)
      return (
        found.length > 0 &&
        !found.some(({ text }) =>
          /defineAct|FormDialog|ReasonDialog|AskDialog|Modal|useUndo|useSiteDesk|recordCalls/.test(text),
        )
      )
    })
    expect(bare).toEqual([])
  })
})
