import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { text } from '#lib/form/fields.ts'

export const section: Section = { title: '地图' }

export const placesContract = {
  'GET /map/geocode': {
    who: 'signedIn',
    summary: '由地址查找坐标（CGCS2000）；approx 为真时只是省级行政区的中心点，请自行调整；都找不到时为 null',
    input: z.object({ keyWord: text(120).min(2, '请填写地址') }),
    output: z
      .object({
        lng: z.number(),
        lat: z.number(),
        /** Kind of match in the words of the service: 门址, 地名, 道路 … */
        level: z.string(),
        /** Match score from 0 to 100. */
        score: z.int().nullable(),
        approx: z.boolean(),
        source: z.enum(['tianditu', 'cache', 'fallback']),
      })
      .nullable(),
    example: { keyWord: '江苏省苏州市工业园区星湖街 328 号' },
  },
} satisfies Contract
