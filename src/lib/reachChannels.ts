/** Apart from the contract, so that screens with an act load no schemas. */
export const reachChannelNames = { inbox: '站内消息', sms: '短信', mail: '邮件', none: '都收不到' } as const
