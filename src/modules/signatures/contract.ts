import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { sealParts, sealVerdicts } from './sealWords.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/, '应为 64 位十六进制的 SM3 值')

/** Result of checking an SM2 seal (GB/T 38540). */
export const sealChecked = z.object({
  verdict: z.enum(sealVerdicts),
  verdictName: z.string(),
  /** Result of each part with a reason; `holds` null: it could not be checked. */
  parts: z.array(
    z.object({ part: z.enum(sealParts), name: z.string(), holds: z.boolean().nullable(), note: z.string() }),
  ),
  /** Name of the sealed paper in the register; empty: unknown. */
  paper: z.string(),
  /** Name of the seal; empty when the signature is invalid. */
  sealName: z.string(),
  signer: z.string(),
  signedAt: z.string().nullable(),
})

export const section: Section = { title: '国密签章', after: '审核' }

/** The second signature of the association's papers, where it is set up: SM2 with SM3. */
export const sealContract = {
  'POST /seal/verify': {
    who: 'anyone',
    upload: true,
    summary:
      '核验一个国密签章值（.es，GB/T 38540-2020）：印章、制章者签名、签章者签名、证书、文件内容、时间戳各是否成立；digest 为文件的 SM3 值，不给则不核对文件内容；不保存文件。字段名 file，不超过 1 MB',
    input: z.object({ digest: digest.optional() }),
    output: sealChecked,
  },
  'GET /seal/value': {
    who: 'anyone',
    summary: '一份文件的国密签章值（.es），以文件的 SM3 值查找',
    input: z.object({ digest }),
    output: 'file',
    example: { digest: '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0' },
  },
} as const satisfies Contract
