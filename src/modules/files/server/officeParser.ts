import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { damaged, openPart, partsOf } from '#lib/server/sheets/zipReader.ts'

/** Maximum unpacked size in bytes, all parts of a document together. */
const MAX_UNPACKED_BYTES = 200 << 20

const EXECUTABLE_NAME = /\.(exe|com|scr|bat|cmd|msi|jar|js|jse|vbs|vbe|wsf|ps1|lnk|hta|cpl|apk|dmg|app)$/i

answerParser(check)

async function check(path: string): Promise<void> {
  const parts = await partsOf(path)
  if (parts.some(({ name }) => /vbaProject\.bin$/i.test(name))) throw invalid('文件含有宏，请另存为不含宏的文件后上传')
  if (parts.some(({ name }) => EXECUTABLE_NAME.test(name))) throw invalid('压缩包里有程序文件，请去掉后再上传')
  let left = MAX_UNPACKED_BYTES
  const count = (chunk: Buffer, _: unknown, done: (error?: Error) => void) => {
    left -= chunk.length
    done(left < 0 ? invalid('文件解压后过大，请精简后再上传') : undefined)
  }
  for (const part of parts)
    await pipeline(await openPart(path, part), new Writable({ write: count })).catch(error => {
      throw error.name === 'Refusal' ? error : damaged()
    })
}
