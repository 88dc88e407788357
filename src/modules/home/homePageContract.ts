import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { advertsContract } from '#modules/adverts/contract.ts'
import { quickLink } from '#modules/content/navigation/contract.ts'
import { articleRow, readingContract } from '#modules/content/readingContract.ts'
import { membershipContract } from '#modules/membership/contract.ts'
import { personnelContract } from '#modules/personnel/contract.ts'
import { qualificationsContract } from '#modules/qualifications/contract.ts'
import { trainingContract } from '#modules/training/contract.ts'
import { blockKinds } from './blockKinds.ts'

/** The figures of the home page, counted at this moment. */
export const figures = z.object({
  list: z.array(z.object({ code: z.string(), name: z.string(), num: z.int(), unit: z.string(), route: z.string() })),
  updateTime: z.string(),
})

const block = z.object({
  id: z.int(),
  kind: z.enum(typedKeys(blockKinds)),
  heading: z.string(),
  /** The column that its articles are of; null where its kind shows none. */
  catalogId: z.int().nullable(),
  articles: z.array(articleRow),
})

export const homePageContract = {
  'GET /cms/index/noLogin/home': {
    who: 'anyone',
    summary: '首页：自上而下的版块及其内容；没有内容的版块不列出，没有版块用到的内容为空',
    cached: true,
    input: nothing,
    output: z.object({
      blocks: z.array(block),
      banners: readingContract['GET /cms/index/noLogin/banner'].output,
      partyBanners: readingContract['GET /cms/index/noLogin/banner/party'].output,
      /** Null where no block shows them. */
      figures: figures.nullable(),
      courses: trainingContract['GET /app/training/list'].output.shape.list,
      qualifications: qualificationsContract['GET /app/publicity/qualification/top30'].output,
      persons: personnelContract['GET /app/publicity/person/top30'].output,
      joined: membershipContract['GET /app/publicity/member/top30'].output,
      members: membershipContract['GET /app/publicity/member/list'].output.shape.list,
      adverts: advertsContract['GET /cms/index/noLogin/adverti'].output,
      quickLinks: z.array(quickLink),
      links: readingContract['GET /cms/index/noLogin/link'].output,
    }),
  },
} as const satisfies Contract
