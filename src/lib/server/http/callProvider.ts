const TIMEOUT = 15_000

type ProviderRequest = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string; most: number }
export type ProviderAnswer = { status: number; headers: Headers; body: Buffer }

/** Asks a provider, within a time, follows nobody elsewhere and reads no more than `most` bytes. */
export async function callProvider(
  url: string,
  { method, headers = {}, body, most }: ProviderRequest,
): Promise<ProviderAnswer> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new Error('对方的应答过长')
    chunks.push(chunk)
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) }
}
