import { announce } from '#api/session.ts'

/** Prefix of unsent input kept in this tab; `draft.ts` removes it when another user signs in. */
export const DRAFT_PREFIX = 'draft:'

/** What a full or blocked storage of the browser did not take, by key; it lasts as long as the page. */
const unstored = new Map<string, string>()

/** Keeps a text in the tab. Answers false where only the memory of this page has it. */
export function keepText(key: string, text: string, storage?: Storage): boolean {
  try {
    ;(storage ?? sessionStorage).setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
  askBeforeLeaving()
  return !unstored.has(key)
}

export function readText(key: string, storage?: Storage): string | null {
  try {
    return unstored.get(key) ?? (storage ?? sessionStorage).getItem(key)
  } catch {
    return null
  }
}

export function dropText(key: string, storage?: Storage): void {
  unstored.delete(key)
  askBeforeLeaving()
  try {
    ;(storage ?? sessionStorage).removeItem(key)
  } catch {
    // The browser keeps nothing.
  }
}

/** The browser asks before it closes or reloads a page that alone has what was typed. */
function askBeforeLeaving(): void {
  if (typeof window === 'undefined') return
  window.onbeforeunload = unstored.size > 0 ? event => event.preventDefault() : null
}

export function readTabStorage<Value>(key: string): Value | null {
  try {
    return JSON.parse(readText(DRAFT_PREFIX + key) ?? 'null')
  } catch {
    return null
  }
}

/** A browser that keeps nothing still lets one type, and is told once. `null`: nothing any more. */
export function writeTabStorage<Value>(key: string, value: Value | null): void {
  if (value === null) {
    dropText(DRAFT_PREFIX + key)
    return
  }
  const wasStored = !unstored.has(DRAFT_PREFIX + key)
  if (!keepText(DRAFT_PREFIX + key, JSON.stringify(value)) && wasStored)
    announce('浏览器的存储空间已满：填写的内容只保留在这个页面里，请先提交再离开')
}
