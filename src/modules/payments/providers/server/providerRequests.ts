import { callProvider } from '#lib/server/http/callProvider.ts'
import { UntrustedNotification } from './driver.ts'

const MAX_RESPONSE_BYTES = 64 << 20

type RequestOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

export const requestProvider = (url: string, { method = 'GET', ...asking }: RequestOptions = {}) =>
  callProvider(url, { method, ...asking, most: MAX_RESPONSE_BYTES })

type Json = Record<string, unknown>
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readJson(text: string): Json {
  try {
    const value: unknown = JSON.parse(text)
    if (isJson(value)) return value
  } catch {}
  throw new UntrustedNotification('内容不是 JSON')
}

/** A text of an answer; empty where it says none. */
export const textIn = (of: Json, name: string): string => {
  const value = of[name]
  return typeof value === 'string' ? value : ''
}
export const partIn = (of: Json, name: string): Json => {
  const value = of[name]
  return isJson(value) ? value : {}
}
