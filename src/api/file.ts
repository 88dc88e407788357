import type { Input } from '#lib/contract.ts'
import { Refusal } from '#lib/error.ts'
import { readEnvelope, sendRequest, unwrap } from './browser.ts'
import { sendConfirmed } from './confirm.ts'
import type { ApiContract, ApiKey } from './contract.ts'
import { saveBlob } from './objectUrl.ts'

/** Calls that answer a document. */
export type FileKey = { [K in ApiKey]: ApiContract[K]['output'] extends 'file' ? K : never }[ApiKey]

/** `related`: the address of the value of its seal, which goes with exactly these bytes. */
type Document = { blob: Blob; name: string; related: string | undefined }

/** A document that has been saved, and what can be saved beside it. */
export class SavedDocument {
  readonly name: string
  readonly related: string | undefined
  constructor(name: string, related: string | undefined) {
    this.name = name
    this.related = related
  }
}

/** A document of the server's, with the token: what an address in `href` or `src` cannot carry. */
export const fetchFile = <K extends FileKey>(
  key: K,
  input: Input<ApiContract[K]>,
  headers?: Record<string, string>,
): Promise<Document> => sendConfirmed(() => fetchOnce(key, input, headers))

async function fetchOnce(key: FileKey, input: object, headers?: Record<string, string>): Promise<Document> {
  const response = await sendRequest(key, input, headers).catch(() => {
    throw new Refusal(0, '网络中断，文件没有取到，请重试')
  })
  return readDocument(key, response)
}

/** The document of an answer, or the refusal that it is. */
export async function readDocument(key: string, response: Response): Promise<Document> {
  // A document may be JSON, too: it is what is to be saved under a name.
  const isDocument = response.headers.has('content-disposition')
  if (!response.ok || !isDocument) return unwrap(key, response.status, await readEnvelope(response))
  return { blob: await response.blob(), name: nameOf(response), related: relatedTo(response) }
}

/** Saves a document to the visitor's disk, under the name that the server gives it. */
export async function saveFile<K extends FileKey>(
  key: K,
  input: Input<ApiContract[K]>,
  headers?: Record<string, string>,
): Promise<SavedDocument> {
  const { blob, name, related } = await fetchFile(key, input, headers)
  saveBlob(blob, name)
  return new SavedDocument(name, related)
}

/** Saves the value of the seal of what has been saved, beside it. */
export async function saveSealValue({ name, related }: SavedDocument): Promise<void> {
  const response = await fetch(related!).catch(() => {
    throw new Refusal(0, '网络中断，文件没有取到，请重试')
  })
  saveBlob((await readDocument('GET /seal/value', response)).blob, `${name}.es`)
}

/** RFC 8288: where the server says what belongs to it. */
const relatedTo = ({ headers }: Response) => headers.get('link')?.match(/^<([^>]+)>; rel="related"$/)?.[1]

function nameOf({ headers }: Response): string {
  const [, name] = headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/i) ?? []
  return name ? decodeURIComponent(name) : '文件'
}
