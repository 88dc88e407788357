import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { conflict, invalid, notSignedIn } from '#lib/error.ts'
import { dropDraftsOfOthers, makeDraft, type Save } from './draft.ts'

function memory(): Storage {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  return new Proxy(kept, { get: (_, name: string) => methods[name as keyof typeof methods] ?? kept[name] }) as never
}

let storage: Storage
let sent: { values: object; version: number | undefined }[]
let answer: () => Promise<{ version: number; savedAt?: string }>
beforeEach(() => {
  vi.useFakeTimers()
  storage = memory()
  sent = []
  answer = async () => ({ version: sent.length + 1, savedAt: '2026-11-21T10:32:00+08:00' })
})
afterEach(() => vi.useRealTimers())

const save: Save = async (values, version) => {
  sent.push({ values, version })
  return answer()
}
const open = (values = {}, version: number | undefined = 1) =>
  makeDraft({ key: 'form', values, version, save, storage })

/** A storage that is full, as browsers say it. */
function full(): Storage {
  const kept = memory()
  return {
    ...kept,
    getItem: (key: string) => kept.getItem(key),
    removeItem: (key: string) => kept.removeItem(key),
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  } as Storage
}

describe('a form in a browser whose storage is full', () => {
  test('goes on saving itself, and says that only this page has what is not saved', async () => {
    storage = full()
    const draft = open()
    draft.change({ name: 'a' })
    expect(draft.get()).toMatchObject({ values: { name: 'a' }, status: 'changed', isKept: false })
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toEqual([{ values: { name: 'a' }, version: 1 }])
    expect(draft.get()).toMatchObject({ status: 'saved', isKept: true })
  })

  test('keeps what was typed while the server is away, and saves it when it is back', async () => {
    storage = full()
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    const draft = open()
    draft.change({ name: 'a' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(draft.get()).toMatchObject({ values: { name: 'a' }, status: 'failed', isKept: false })
    // The same page, opened anew within the document.
    expect(open().get()).toMatchObject({ values: { name: 'a' }, restored: true })
    answer = async () => ({ version: 2 })
    await draft.flush()
    expect(draft.get()).toMatchObject({ status: 'saved', isKept: true })
  })
})

describe('a form that is open in two windows', () => {
  const news = (version: number) => ({ key: 'form', version, savedAt: '2026-11-21T10:32:00+08:00' })

  test('hears of a newer version before it is written over, and keeps what was typed', async () => {
    const draft = open()
    draft.change({ name: 'mine' })
    draft.hearSaved(news(2))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(sent).toEqual([])
    expect(draft.get()).toMatchObject({ status: 'conflict', values: { name: 'mine' } })
    expect(draft.get().message).toContain('10:32')
    await draft.overwrite()
    expect(sent).toEqual([{ values: { name: 'mine' }, version: undefined }])
  })

  test('says that there is one where nothing was typed, and minds neither older ones nor other forms', () => {
    const draft = open()
    draft.hearSaved(news(1))
    draft.hearSaved({ ...news(9), key: 'other' })
    expect(draft.get().newerAt).toBeUndefined()
    draft.hearSaved(news(2))
    expect(draft.get()).toMatchObject({ status: 'untouched', newerAt: '2026-11-21T10:32:00+08:00' })
  })
})

describe('a form that saves itself', () => {
  test('is kept for the record that its first save has made', async () => {
    answer = async () => {
      draft.rename('record 7')
      draft.change({ title: '甲乙' })
      return { version: 1 }
    }
    const draft = open({}, undefined)
    draft.change({ title: '甲' })
    await draft.flush()
    expect(storage.getItem('draft:form')).toBeNull()
    expect(JSON.parse(storage.getItem('draft:record 7')!)).toEqual({ values: { title: '甲乙' }, version: 1 })
  })

  test('does so within two seconds after the last key, once', async () => {
    const draft = open()
    for (const name of ['a', 'ab', 'abc']) {
      draft.change({ name })
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1500)
    expect(sent).toEqual([{ values: { name: 'abc' }, version: 1 }])
    expect(draft.get()).toMatchObject({ status: 'saved', version: 2, savedAt: '2026-11-21T10:32:00+08:00' })
  })

  test('goes on with what was typed while it was saving, over the version that came back', async () => {
    const draft = open()
    draft.change({ name: 'a' })
    let finish = (_: { version: number }) => {}
    answer = () => new Promise(resolve => (finish = resolve))
    await vi.advanceTimersByTimeAsync(2000)
    draft.change({ name: 'ab' })
    answer = async () => ({ version: 9 })
    finish({ version: 8 })
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toEqual([
      { values: { name: 'a' }, version: 1 },
      { values: { name: 'ab' }, version: 8 },
    ])
    expect(draft.get().status).toBe('saved')
  })

  test('tries again when the network is away, and says so meanwhile', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    const draft = open()
    draft.change({ name: 'a' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(draft.get().status).toBe('failed')
    answer = async () => ({ version: 2 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toHaveLength(2)
    expect(draft.get().status).toBe('saved')
  })

  test('does not repeat what is refused for what it says, until it is changed', async () => {
    answer = () => Promise.reject(invalid('内容过长'))
    const draft = open()
    draft.change({ name: 'a' })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(sent).toHaveLength(1)
    expect(draft.get()).toMatchObject({ status: 'failed', message: '内容过长' })
  })

  test('saves what was put right while it was being refused', async () => {
    const draft = open()
    draft.change({ name: 'too long' })
    let refuse = (_: Error) => {}
    answer = () => new Promise((_, reject) => (refuse = reject))
    await vi.advanceTimersByTimeAsync(2000)
    draft.change({ name: 'short' })
    answer = async () => ({ version: 2 })
    refuse(invalid('内容过长'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.map(({ values }) => values)).toEqual([{ name: 'too long' }, { name: 'short' }])
    expect(draft.get().status).toBe('saved')
  })

  test('whoever waits for it waits till all is saved, also where two wait', async () => {
    const draft = open()
    draft.change({ name: 'a' })
    const finish: ((saved: { version: number }) => void)[] = []
    answer = () => new Promise(resolve => finish.push(resolve))
    await vi.advanceTimersByTimeAsync(2000)
    draft.change({ name: 'ab' })
    const waiting = [draft.flush(), draft.flush()].map(one => one.then(() => draft.get().status))
    finish[0]!({ version: 2 })
    await vi.advanceTimersByTimeAsync(0)
    finish[1]!({ version: 3 })
    expect(await Promise.all(waiting)).toEqual(['saved', 'saved'])
    expect(sent).toHaveLength(2)
  })
})

describe('what is not saved yet', () => {
  test('outlives a session that ends: the next one finds it, and saves it', async () => {
    answer = () => Promise.reject(notSignedIn())
    const before = open()
    before.change({ name: 'typed' })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(sent).toHaveLength(1)
    answer = async () => ({ version: 2 })
    const after = open({ name: 'on the server' })
    expect(after.get()).toMatchObject({ values: { name: 'typed' }, restored: true })
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.at(-1)).toEqual({ values: { name: 'typed' }, version: 1 })
    expect(open({ name: 'on the server' }).get()).toMatchObject({ restored: false })
  })

  test('is not for whoever signs in next in this tab', () => {
    dropDraftsOfOthers('7', storage)
    open().change({ name: 'theirs' })
    dropDraftsOfOthers('7', storage)
    expect(open().get().restored).toBe(true)
    dropDraftsOfOthers('8', storage)
    expect(open().get().restored).toBe(false)
  })

  test('is nothing any more when the form was handed in', async () => {
    const draft = open()
    draft.change({ name: 'a' })
    draft.finish(5)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toEqual([])
    expect(open().get().restored).toBe(false)
  })
})

describe('when somebody else wrote a newer version', () => {
  const conflicting = async () => {
    answer = () => Promise.reject(conflict('这份申请已在另一处修改过'))
    const draft = open()
    draft.change({ name: 'mine' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(draft.get()).toMatchObject({ status: 'conflict', message: '这份申请已在另一处修改过' })
    answer = async () => ({ version: 12 })
    return draft
  }

  test('nothing is written over, however long one goes on typing', async () => {
    const draft = await conflicting()
    draft.change({ name: 'mine too' })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(sent).toHaveLength(1)
  })

  test('one may take theirs', async () => {
    const draft = await conflicting()
    draft.take({ name: 'theirs' }, 11)
    draft.change({ name: 'theirs and mine' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.at(-1)).toEqual({ values: { name: 'theirs and mine' }, version: 11 })
  })

  test('or write over it, knowingly', async () => {
    const draft = await conflicting()
    await draft.overwrite()
    expect(sent.at(-1)).toEqual({ values: { name: 'mine' }, version: undefined })
    expect(draft.get()).toMatchObject({ status: 'saved', version: 12 })
  })
})
