import { useState } from 'react'
import { saveFile } from '#api/file.ts'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { minute } from '#lib/dates.ts'
import { secrecyNames } from '../ballotWords.ts'
import type { Route } from './+types/BallotResult'
import { totalUnits } from './ballotTexts.ts'
import { ReceiptCheck } from './ReceiptCheck.tsx'
import { ResultTable } from './ResultTable.tsx'
import './vote.css'

export const meta = (args: Route.MetaArgs) => head(args, { name: '投票结果', hidden: true })

const load = (api: Api, { params }: Address) => api('GET /ballot/result', { key: params.key ?? '' })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A public ballot: its result, its file, and whether a receipt is in it. */
export default function BallotResult({ loaderData: of }: Route.ComponentProps) {
  const [problem, setProblem] = useState('')
  return (
    <article className="vote">
      <h1>{of.title}</h1>
      <p className="vote-facts">
        {secrecyNames[of.secrecy]}　{minute(of.opensAt)} 至 {minute(of.closesAt)}　{of.stateName}
      </p>
      {of.extensions.map(({ to, reason }) => (
        <p key={to} className="vote-facts">
          已延长到 {minute(to)}：{reason}
        </p>
      ))}
      {of.explanation && <p className="vote-explanation">{of.explanation}</p>}
      {of.voidReason && <p role="alert">已作废：{of.voidReason}</p>}
      <section className="vote-card">
        <h2>投票结果</h2>
        {of.result ? (
          <ResultTable questions={of.questions} result={of.result} roll={of.roll} />
        ) : (
          <p>
            还没有计票。投票人 {of.roll.voters} 人{totalUnits(of.roll)}，已参加 {of.roll.online + of.roll.paper} 人。
          </p>
        )}
        {of.tellers.length > 0 && <p>计票员：{of.tellers.join('、')}</p>}
      </section>
      <section className="vote-card">
        <h2>核对</h2>
        <ReceiptCheck ballotKey={of.key} />
        {of.result && (
          <>
            <p>
              公布文件有全部选票和签名。用 <a href="/recount.mjs">独立核对脚本</a>（Node.js 20
              以上）可以重新计票，改动过的选票会被指出：
            </p>
            <p>
              <code>node recount.mjs 公布文件.json</code>
            </p>
            <button
              type="button"
              className="button"
              onClick={() =>
                void saveFile('GET /ballot/file', { key: of.key }).catch(error => setProblem(toRefusal(error).message))
              }
            >
              下载公布文件
            </button>
            {problem && <p role="alert">{problem}</p>}
          </>
        )}
      </section>
    </article>
  )
}
