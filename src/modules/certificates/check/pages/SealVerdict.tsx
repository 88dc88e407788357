import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'

type Checked = Output<ApiContract['POST /seal/verify']>

export function SealVerdict({ name, of }: { name: string; of: Checked }) {
  const { verdictName, parts, paper, sealName, signer, signedAt } = of
  return (
    <div className={`file-verdict ${tones[of.verdict]}`}>
      <p>
        <b>{verdictName}</b>
      </p>
      {name && <p>签章值：{name}</p>}
      {signer && (
        <p>签章：{[...new Set([sealName, signer, signedAt && minute(signedAt), paper])].filter(Boolean).join('，')}</p>
      )}
      {parts.length > 0 && (
        <dl className="seal-parts">
          {parts.map(({ part, name: called, holds, note }) => (
            <div key={part} className={holds === false ? undefined : 'holds'}>
              <dt>
                {called}：{holds === null ? (part === 'stamp' ? '没有' : '未核对') : holds ? '成立' : '不成立'}
              </dt>
              <dd>{note}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const tones: Record<Checked['verdict'], string> = {
  own: 'good',
  valueOnly: 'warn',
  foreign: 'warn',
  failed: 'bad',
  broken: 'bad',
}
