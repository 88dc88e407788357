import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int } from '#lib/form/fields.ts'
import { confirmedByAll } from '#modules/review/wayWords.ts'
import { applicationTypes, qualificationStages } from '../applicationTypes.ts'

export const outlookContract = {
  'GET /qualification/outlook': {
    who: 'member',
    summary: '申请之前先了解：要经过的环节、要交的材料、能否不用盖章而由负责人确认、评审费',
    input: z.object({
      applyType: z.enum(applicationTypes, '不是有效的申请类型').exclude(['legacy'], '旧证补录请在“旧证补录”页面办理'),
      childId: int,
      levelId: int.optional(),
    }),
    output: z.object({
      path: z.array(z.enum(qualificationStages)).readonly(),
      materials: z.array(z.object({ code: z.string(), name: z.string(), required: z.boolean(), hint: z.string() })),
      /** The owner may confirm it online instead of stamping paper. */
      isConfirmable: z.boolean(),
      /** How the form is confirmed. */
      confirmedBy: z.enum(confirmedByAll),
      /** Fee in yuan; null while the level is not known. */
      fee: z.number().nullable(),
    }),
    example: { applyType: 'initial', childId: 101, levelId: 1012 },
  },
} as const satisfies Contract
