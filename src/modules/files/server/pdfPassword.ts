import { createReadStream } from 'node:fs'
import { invalid } from '#lib/error.ts'
import { defineParser, UnparsableError } from '#lib/server/parsers/parser.ts'

const needsPassword = defineParser<string, boolean>({
  script: new URL('./pdfPasswordParser.ts', import.meta.url),
  // What a PDF unpacks to is no object of JavaScript.
  runsIn: 'process',
  timeoutMs: 5_000,
  memoryMb: 400,
  maxWaiting: 100,
  maxWaitingPerCaller: 20,
})

/**
 * Throws where a PDF opens with a password only: nobody who has to read it could. One that opens without, but may not be
 * printed or copied, is taken.
 */
export async function refusePassword(path: string, caller: string): Promise<void> {
  if (!(await isEncrypted(path))) return
  const isLocked = await needsPassword(path, caller).catch(error => {
    // Whether it opens cannot be told; readers are more patient than this check.
    if (error instanceof UnparsableError) return false
    throw error
  })
  if (isLocked) throw invalid('这份 PDF 设有打开密码，审核人员打不开：请打开后另存（或打印）为没有密码的 PDF，再上传')
}

/** Key of the trailer, which is never compressed nor encrypted itself (ISO 32000-2, 7.5.5, 7.5.8 and 7.6.2). */
const ENCRYPT = Buffer.from('/Encrypt')

async function isEncrypted(path: string): Promise<boolean> {
  let before = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([before, chunk])
    if (bytes.includes(ENCRYPT)) return true
    before = bytes.subarray(-ENCRYPT.length)
  }
  return false
}
