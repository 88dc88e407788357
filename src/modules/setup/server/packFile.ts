import { parseDocument, stringify, type Document as YamlDocument } from 'yaml'
import { z } from 'zod'
import { invalid } from '#lib/error.ts'

const form = z.record(z.string().max(40), z.unknown())
const picture = z.object({
  type: z.string().regex(/^image\/(png|jpeg|webp|gif)$/, '图片应为 PNG、JPEG、WebP 或 GIF'),
  base64: z.base64(),
})

/**
 * Pack: configuration of one kind of association in a readable file, with settings and records as form values by field
 * name. Anything it does not name stays unchanged.
 */
export const packShape = z.strictObject({
  hangxie: z.literal(1, '应为 1：这是配置包格式的版本'),
  name: z.string().min(1, '请写明配置包的名称').max(40),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, '版本应如 1.0.0'),
  about: z.string().max(500).default(''),
  /** Records by kind, settings included. */
  records: z.record(z.string(), z.array(form).max(500)).default({}),
  /** Pictures, by the names under which records refer to them. */
  files: z.record(z.string().max(80), picture).default({}),
})
export type Pack = z.output<typeof packShape>

/** Reads YAML, or JSON, which is YAML too; throws what is wrong, with its line or its place. */
export function readPack(text: string): Pack {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw invalid(`配置包第 ${error.linePos?.[0].line ?? 1} 行不是有效的 YAML，请检查这里的缩进、引号和冒号`)
  const read = packShape.safeParse(parsed(document))
  if (read.success) return read.data
  const faults = read.error.issues.slice(0, 10).map(({ path, message }) => `${path.join('.') || '文件'}：${message}`)
  throw invalid(`不是有效的配置包。${faults.join('；')}`)
}

/** A text that refers to itself over and over would fill the memory. */
function parsed(document: YamlDocument): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 })
  } catch {
    throw invalid('配置包里的引用（&、*）过多，请把内容直接写出来')
  }
}

/** Long texts are written as blocks and never folded, so that versions can be compared line by line. */
export const writePack = (pack: Pack): string => stringify(pack, { lineWidth: 0, aliasDuplicateObjects: false })

export const recordsIn = ({ records }: Pick<Pack, 'records'>) =>
  Object.values(records).reduce((sum, items) => sum + items.length, 0)
