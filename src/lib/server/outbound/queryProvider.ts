import { fetchOutside } from './fetchOutside.ts'

type ProviderRequest = { method?: 'GET' | 'POST'; body?: object }

/** Timeout in ms, and maximum bytes of an answer. */
const TIMEOUT_MS = 3_000
const MAX_ANSWER_BYTES = 64 << 10

/** Asks a provider at its own address, which settings name: JSON both ways. */
export async function queryProvider<T extends object>(
  url: string,
  { method, body }: ProviderRequest = {},
): Promise<Partial<T>> {
  const sent = body && Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json' }
  const bytes = await fetchOutside(url, {
    method,
    body: sent,
    headers,
    patience: TIMEOUT_MS,
    largest: MAX_ANSWER_BYTES,
  })
  const answer = parse(bytes.toString())
  if (typeof answer !== 'object' || answer === null) throw new Error(`${new URL(url).host} answered no JSON`)
  return answer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, asWritten)
  } catch {
    return undefined
  }
}

/** A number of more digits than ours hold, as those of messages are, stays the text that it was. */
const asWritten = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
