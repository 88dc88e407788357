/** Providers whose templates can be kept. Apart from the contract, so that their screen loads no schemas. */
export const smsProviderNames = { aliyun: '阿里云', tencent: '腾讯云' } as const
