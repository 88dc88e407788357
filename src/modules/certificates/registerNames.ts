/** 登记类别: which part of the one register a certificate belongs to. */
export const registerNames = {
  qualification: '单位能力评价证书',
  personnel: '人员证书',
  membership: '会员证书',
  award: '获奖证书',
  appointment: '聘书',
} as const
