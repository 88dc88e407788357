import { MEGABYTE } from '#lib/uploads.ts'
import { type Position, positions, sizeOf } from './positions.ts'

export type Picture = { type: string; size: number; width: number | null; height: number | null }

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** Maximum relative deviation of the proportions. */
const TOLERANCE = 0.02

/** Why a picture cannot stand at a position, with both sizes; undefined where it can. */
export function pictureFault(position: Position, { type, size, width, height }: Picture): string | undefined {
  if (!TYPES.includes(type)) return '图片应为 JPG、PNG 或 WebP 格式'
  if (size > MEGABYTE) return `图片不能超过 1 MB，现为 ${(size / MEGABYTE).toFixed(1)} MB`
  if (!width || !height) return '图片的尺寸无法读取，请重新导出后上传'
  const { name, ...wanted } = positions[position]
  const both = `${name}的图片应为 ${sizeOf(wanted)} 像素，现为 ${sizeOf({ width, height })} 像素`
  if (width < wanted.width || height < wanted.height) return `${both}，小于要求，请上传更清晰的图片`
  const off = Math.abs(width / height / (wanted.width / wanted.height) - 1)
  return off > TOLERANCE ? `${both}，长宽比例不符，请按比例裁剪后上传` : undefined
}
