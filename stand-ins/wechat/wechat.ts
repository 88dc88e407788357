import { randomBytes } from 'node:crypto'
import type { StandIn } from '../standIn.ts'
import { openApi } from './api.ts'
import { openPages } from './pages.ts'
import { makePlatform } from './platform.ts'

const letters = (length: number) => randomBytes(length).toString('hex').slice(0, length)

/** 微信服务号 and the robot of 企业微信, with followers whose phones are pages. */
export const wechat: StandIn = {
  name: 'wechat',
  title: '微信服务号与企业微信机器人',
  open: async (app, stage) => {
    const account = {
      appId: `wx${letters(16)}`,
      appSecret: letters(32),
      token: letters(20),
      aesKey: `${letters(42)}0`,
      robotKey: letters(32),
    }
    const platform = makePlatform(account)
    openApi(app, platform, stage)
    openPages(app, platform, stage)
    return {
      WECHAT_APP_ID: account.appId,
      WECHAT_APP_SECRET: account.appSecret,
      WECHAT_TOKEN: account.token,
      WECHAT_AES_KEY: account.aesKey,
      WECHAT_API: stage.origin,
      WECHAT_OPEN: stage.origin,
      WECOM_ROBOT_KEY: account.robotKey,
      WECOM_API: stage.origin,
    }
  },
}
