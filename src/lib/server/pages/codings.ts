export type Coding = 'zstd' | 'br' | 'gzip' | 'identity'
/** What there is to choose from, the best first. */
type Choice = ReadonlyMap<Coding, unknown>

/** What browsers send is the same few words: read once. Whatever else is sent is read each time. */
const known = new Map<Choice, Map<string, Coding>>()
const MOST = 100

export function codingFor(accepted: string | string[] = '', choice: Choice): Coding {
  const words = String(accepted)
  const codings = known.get(choice) ?? new Map<string, Coding>()
  const found = codings.get(words)
  if (found) return found
  const coding = bestOf(words, choice)
  if (codings.size < MOST && words.length < 100) known.set(choice, codings.set(words, coding))
  return coding
}

/** By RFC 9110, 12.5.3: what is given the weight 0 is not wanted, `*` is all that is not named. */
function bestOf(words: string, choice: Choice): Coding {
  const weights = new Map(
    words.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
      const weight = parameters.find(word => word.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
  const isWanted = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  // Where nothing at all is wanted the answer comes as it is: better than none.
  return [...choice.keys()].find(isWanted) ?? 'identity'
}
