/** What a message is about. */
export const messageKinds = {
  system: '系统通知',
  membership: '入会',
  qualification: '单位资质',
  personnel: '人员证书',
  training: '培训',
  award: '科技奖励',
  advert: '广告',
  fee: '缴费',
} as const
export type MessageKind = keyof typeof messageKinds

export const kindCodes = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]]
