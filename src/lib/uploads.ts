import { typedKeys } from './keys.ts'
/** Rules of uploads by use: enforced by the server, and shown on pages before a file is chosen. */
export const mimeTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  /** Old Office and WPS formats: only with articles. */
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  csv: 'text/csv',
  zip: 'application/zip',
  ofd: 'application/ofd',
  /** E-invoices only, as their provider delivers them. */
  xml: 'application/xml',
} as const
export type FileExtension = keyof typeof mimeTypes

type Rule = { takes: readonly FileExtension[]; megabytes: number }

const uploadRules = {
  material: { takes: ['pdf', 'jpg', 'png'], megabytes: 20 },
  picture: { takes: ['jpg', 'png', 'webp', 'gif'], megabytes: 20 },
  advert: { takes: ['jpg', 'png', 'webp'], megabytes: 1 },
  /** The ground of an association's certificates. */
  certificate: { takes: ['jpg', 'png'], megabytes: 4 },
  /** 印章, with nothing around it. */
  seal: { takes: ['png'], megabytes: 2 },
  video: { takes: ['mp4'], megabytes: 200 },
  /** Attachment of an article, in the formats that associations and their members exchange. */
  attachment: {
    takes: ['pdf', 'docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', 'zip', 'ofd', 'jpg', 'png'],
    megabytes: 50,
  },
  document: { takes: ['pdf', 'docx', 'xlsx', 'jpg', 'png'], megabytes: 20 },
  /** 数电发票, as the tax platform gives it out. */
  invoice: { takes: ['pdf', 'ofd'], megabytes: 10 },
  import: { takes: ['xlsx', 'xls', 'csv', 'zip'], megabytes: 20 },
  /** Saved pages of an association's former site, with their pictures and papers. */
  oldSite: { takes: ['zip'], megabytes: 200 },
  /** Downloads linked from such pages. */
  oldPaper: { takes: ['pdf', 'docx', 'xlsx', 'doc', 'xls', 'jpg', 'png'], megabytes: 20 },
} as const satisfies Record<string, Rule>

export type FileUse = keyof typeof uploadRules
/** Uses that only staff upload. */
export const staffUses: readonly FileUse[] = ['oldPaper', 'attachment']
/** The same, and nobody reads them but for the sake of the record that has them. */
export const confinedUses: readonly FileUse[] = ['import', 'oldSite', 'certificate', 'seal']
export const fileUses = typedKeys(uploadRules)
export const ruleOf = (use: FileUse): Rule => uploadRules[use]

export const MEGABYTE = 1 << 20
/** The largest file of all uses, in bytes. */
export const MAX_UPLOAD_BYTES = Math.max(...Object.values(uploadRules).map(({ megabytes }) => megabytes)) * MEGABYTE

/** `PDF、JPG、PNG 格式，不超过 20 MB` */
export const describeRule = (use: FileUse): string => `${namesOf(use)} 格式，不超过 ${ruleOf(use).megabytes} MB`

export const namesOf = (use: FileUse): string =>
  ruleOf(use)
    .takes.map(ext => ext.toUpperCase())
    .join('、')

export const extensionOf = (type: string): FileExtension | undefined =>
  typedKeys(mimeTypes).find(ext => mimeTypes[ext] === type)

export const isPicture = (type: string) => type.startsWith('image/')
