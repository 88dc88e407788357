/** Whether this is WeChat's own browser. 企业微信 also names MicroMessenger, but has no service account. */
export const isInsideWechat = () => /MicroMessenger/i.test(navigator.userAgent) && !/wxwork/i.test(navigator.userAgent)
