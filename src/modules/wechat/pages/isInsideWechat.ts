/** Whether this is WeChat's own browser; that of 企业微信 names both, and has no service account. */
export const isInsideWechat = () => /MicroMessenger/i.test(navigator.userAgent) && !/wxwork/i.test(navigator.userAgent)
