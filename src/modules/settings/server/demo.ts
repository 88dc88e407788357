import type { Ctx } from '#lib/server/api/context.ts'
import type { Association } from '../groups.ts'
import { groupDefaults, writeSetting } from './settings.ts'

type Pictures = Pick<Association, 'logo' | 'share' | 'qr'>

/** Identity of the demo association. Its pictures are passed in, since this module does not know files. */
export async function demoSettings(ctx: Pick<Ctx, 'db' | 'now'>, pictures: Pictures) {
  await writeSetting(ctx, 'association', { ...association, ...pictures })
  await writeSetting(ctx, 'payAccount', payAccount)
  await writeSetting(ctx, 'colours', groupDefaults.colours)
}

const association: Omit<Association, keyof Pictures> = {
  name: '全国锅炉与锅炉水处理行业协会',
  shortName: '锅炉水协',
  nameEn: 'National Association of Boilers and Boiler Water Treatment',
  creditCode: '5110000050001234XC',
  title: '全国锅炉与锅炉水处理行业协会',
  description:
    '全国锅炉与锅炉水处理行业协会官方网站：锅炉与锅炉水处理行业的新闻公告、政策法规与标准，单位能力评价、人员培训与证书查验，会员服务与科技奖励。',
  address: '北京市朝阳区演示路18号锅炉大厦',
  postcode: '100000',
  lng: 116.4834,
  lat: 39.9218,
  phone: '010-5550 0126',
  email: 'office@example.com',
  logoIsWide: false,
  foundedYear: 1984,
  icp: '京ICP备00000000号-1',
  police: '京公网安备11010500000000号',
}

const payAccount = {
  name: '全国锅炉与锅炉水处理行业协会',
  bank: '演示银行北京朝阳支行',
  number: '110100000000000018',
  code: '000100000018',
}
