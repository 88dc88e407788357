export const sealVerdicts = ['own', 'valueOnly', 'failed', 'foreign', 'broken'] as const
export type SealVerdict = (typeof sealVerdicts)[number]

export const sealVerdictNames: Record<SealVerdict, string> = {
  own: '国密签章成立：由本协会签章，签章以后文件没有改动',
  valueOnly: '国密签章值成立，是本协会的；没有提供文件，文件内容没有核对，请把文件和签章值一起选择',
  failed: '国密签章不成立，请勿采信',
  foreign: '国密签章的签名成立，但签章的不是本协会',
  broken: '读不出完整的国密签章值：不是签章值（.es）文件，或者结构已被改动，请勿采信',
}

export const sealParts = ['seal', 'maker', 'signature', 'certificate', 'document', 'stamp'] as const
export type SealPart = (typeof sealParts)[number]

export const sealPartNames: Record<SealPart, string> = {
  seal: '电子印章',
  maker: '制章者签名',
  signature: '签章者签名',
  certificate: '签章者证书',
  document: '文件内容',
  stamp: '时间戳',
}
