import { Readable } from 'node:stream'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, isRefusal } from '#lib/error.ts'
import { MAX_UPLOAD_BYTES } from '#lib/uploads.ts'
import type { Upload } from '../api/context.ts'
import { allowUpload } from './bodyTimeout.ts'

type Fields = Record<string, unknown>

/** Lets the routes of this scope take a form with a file; all others go on refusing such a body unread. */
export const registerMultipart = (scope: FastifyInstance) =>
  scope.register(multipart, {
    limits: { files: 1, fileSize: MAX_UPLOAD_BYTES, fields: 5, fieldSize: 1_000, parts: 6, headerPairs: 20 },
    throwFileSizeLimit: false,
  })

/** Reads the form as far as its file, and lets `use` have that as a stream with the fields before it. */
export async function receiveUpload<T>(
  request: FastifyRequest,
  use: (upload: Upload, fields: Fields) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw invalid('请选择要上传的文件')
  try {
    const parts = request.parts()
    const fields: Fields = {}
    for (;;) {
      const part = await nextOf(parts)
      if (!part) throw invalid('请选择要上传的文件')
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== 'file') throw invalid('文件应放在名为 file 的字段中')
      allowUpload(request.raw)
      return await use({ name: part.filename, stream: Readable.from(bytesOf(part, parts)) }, fields)
    }
  } finally {
    // Discards the rest of the body, so that the sender can read the response.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function* bytesOf(part: MultipartFile, parts: AsyncIterator<Multipart>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) yield chunk
  } catch (error) {
    throw explain(error)
  }
  if (part.file.truncated) throw invalid(`文件不能超过 ${MAX_UPLOAD_BYTES >> 20} MB`)
  // Reads on: only the end of the form shows that it is complete and holds no second file.
  while (await nextOf(parts));
}

async function nextOf(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { done, value } = await parts.next()
    return done ? undefined : value
  } catch (error) {
    throw explain(error)
  }
}

const SENTENCES: Record<string, string> = {
  FST_FILES_LIMIT: '一次只能上传一个文件',
  FST_FIELDS_LIMIT: '表单中的字段过多',
  FST_PARTS_LIMIT: '表单中的字段过多',
}

function explain(error: unknown) {
  if (isRefusal(error)) return error
  return invalid(SENTENCES[(error as { code?: string }).code ?? ''] ?? '上传的内容不完整，请检查网络后重新上传')
}
