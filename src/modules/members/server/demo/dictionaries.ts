import type { Ctx } from '#lib/server/api/context.ts'
import { fillDictionary } from '#modules/settings/server/dictionaries.ts'
import { trades } from '../dictionaries.ts'

/** 行业类别 of the demo association. The kinds of organisations are those that every new site has. */
const demoTrades = [
  { code: 'boilers', name: '锅炉制造' },
  { code: 'installation', name: '锅炉安装改造修理' },
  { code: 'operation', name: '锅炉使用单位' },
  { code: 'waterEquipment', name: '水处理设备' },
  { code: 'chemicals', name: '水处理药剂树脂' },
  { code: 'cleaning', name: '清洗服务' },
  { code: 'testing', name: '检验检测机构' },
  { code: 'efficiency', name: '能效环保' },
  { code: 'research', name: '科研院校' },
  { code: 'design', name: '设计单位' },
  { code: 'burners', name: '燃烧器及辅机' },
  { code: 'association', name: '地方协会' },
  { code: 'other', name: '其他' },
] as const
export type DemoTrade = (typeof demoTrades)[number]['code']

export const fillTrades = (ctx: Pick<Ctx, 'db'>) => fillDictionary(ctx, trades, demoTrades)
