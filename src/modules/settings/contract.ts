import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'
import { option } from '#lib/form/formContract.ts'
import { inUseCodes } from '#lib/parts.ts'

/** Bank account for fees; null: not set. */
export const payAccount = z
  .object({
    name: z.string(),
    bank: z.string(),
    number: z.string(),
    code: z.string(),
    /** Date of the last change, so that payers can compare it with the account they know. */
    changedOn: z.string(),
  })
  .nullable()

/** Identity of the association: all data shown on the site that differs between associations. */
export const association = z.object({
  name: z.string(),
  shortName: z.string(),
  nameEn: z.string(),
  creditCode: z.string(),
  /** The fixed page title of spec.md section 2. */
  title: z.string(),
  description: z.string(),
  address: z.string(),
  postcode: z.string(),
  /** Null: not marked on the map yet. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  phone: z.string(),
  email: z.string(),
  foundedYear: z.int(),
  /** ICP filing, linked to beian.miit.gov.cn. */
  icp: z.string(),
  /** Public-security filing, linked to beian.mps.gov.cn. */
  police: z.string(),
  /** The emblem; null: the program's own stands in its place. */
  logo: z.string().nullable(),
  /** Too wide for icons: the program's own stand in its place there. */
  logoIsWide: z.boolean(),
  /** Default picture for pages shared elsewhere. */
  share: z.string().nullable(),
  /** The QR pictures of the side panel: 抖音视频号, 微信公众号. */
  qr: z.array(z.object({ name: z.string(), imgUrl: z.string() })),
})

export const display = z.object({
  /** `fixed`: the association's title everywhere. `page`: the page's own name in front of it. */
  title: z.enum(['fixed', 'page']),
  /** `elder`: 长者版 for whoever has not chosen otherwise. */
  reading: z.enum(['standard', 'elder']),
  /** Memorial days: the site without colour between these moments. */
  greyFrom: z.iso.datetime({ offset: true }).nullable(),
  greyTo: z.iso.datetime({ offset: true }).nullable(),
  /** The home page alone, or every page. */
  greyScope: z.enum(['home', 'site']),
})

const links = z.array(z.object({ name: z.string(), url: z.string() }))

export const section: Section = { title: '站点' }

export const settingsContract = {
  'GET /config/public': {
    who: 'anyone',
    summary: '站点公开配置：协会信息、备案号、显示方式',
    cached: true,
    input: nothing,
    output: z.object({
      association,
      title: display.shape.title,
      reading: display.shape.reading,
      grey: z.boolean(),
      greyScope: display.shape.greyScope,
      /** Parts of the business in use, and external services that are configured. */
      parts: z.array(z.enum(inUseCodes)),
      /** The two colours as a stylesheet; empty where they are the program's own. */
      theme: z.string(),
      /** 主色, for what no stylesheet reaches: the icon of a tab, letters, forms. */
      colour: z.string(),
      /** Empty texts: as the program has them. */
      texts: z.object({
        notFound: z.object({ title: z.string(), text: z.string(), links }),
        footer: z.object({ note: z.string(), links }),
      }),
      /** Demo data are loaded. */
      demo: z.boolean(),
      /** The site is on trial: what it shows binds nobody. */
      trial: z.boolean(),
      /** A WeChat service account is configured, so sign-in by WeChat is possible. */
      wechat: z.boolean(),
      publicUrl: z.string(),
      /** Browser key of Tianditu; null where maps are off. */
      tiandituKey: z.string().nullable(),
    }),
  },
  /** Of what was typed only its rare signs are sent, and not in an address. */
  'POST /site/signs': {
    who: 'anyone',
    limit: { name: 'site/signs', max: 120, per: 600_000 },
    summary: '这些生僻字或符号中，证书等文件印不出来的是哪些、为什么；都印得出来的为空',
    input: z.object({ signs: text(60) }),
    output: z.object({ reason: z.string() }),
    example: { signs: '𠮷龘' },
  },
  'GET /dictionary/list': {
    who: 'anyone',
    summary: '一个字典的条目，按协会所定的先后；已停用的（retired）只用来显示名称，不再供选择',
    cached: true,
    input: z.object({ dictionary: text(30) }),
    output: z.array(option),
    example: { dictionary: 'trade' },
  },
} as const satisfies Contract
