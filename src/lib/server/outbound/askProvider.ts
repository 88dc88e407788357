import { askOutside } from './askOutside.ts'

type Asked = { method?: 'GET' | 'POST'; body?: object }

/** Timeout in ms, and maximum bytes of an answer. */
const PATIENCE = 3_000
const LARGEST = 64 << 10

/** Asks a provider at its own address, which settings name: JSON both ways. */
export async function askProvider<T extends object>(url: string, { method, body }: Asked = {}): Promise<Partial<T>> {
  const sent = body && Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json' }
  const bytes = await askOutside(url, { method, body: sent, headers, patience: PATIENCE, largest: LARGEST })
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
