import { Alert, Button, Input, Progress } from 'antd'
import { useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'

type Result = Output<ApiContract['GET /staff/audit/verify']>
type State = { running: boolean; result?: Result; problem?: string }

/** Verifies the log from its first line, piece by piece, and shows the progress. */
export function AuditChain() {
  const [noted, setNoted] = useState('')
  const [state, setState] = useState<State>({ running: false })
  const stop = useRef(false)
  const start = async () => {
    stop.current = false
    setState({ running: true })
    try {
      let result: Result | undefined
      do {
        result = await browserApi('GET /staff/audit/verify', {
          after: result?.checked ?? 0,
          noted: noted.trim() || undefined,
        })
        setState({ running: !result.isEnd && !stop.current, result })
      } while (!result.isEnd && !stop.current)
    } catch (error) {
      setState({ running: false, problem: toRefusal(error).message })
    }
  }
  return (
    <section className="desk-card">
      <h2>校验日志是否被改动</h2>
      <p className="audit-note">
        每一行日志写入后都以国密 SM3
        与前一行链接封存，事后改动、删除任何一行都能查出。末尾的日志被删，由每分钟留存在数据库之外的检查点查出；也可与以前记在别处的链头核对。
      </p>
      <form
        className="audit-verify"
        onSubmit={event => {
          event.preventDefault()
          void start()
        }}
      >
        <label htmlFor="audit-noted">以前记下的链头（可不填）</label>
        <Input
          id="audit-noted"
          value={noted}
          maxLength={80}
          placeholder="128:66c7f0f4…"
          onChange={event => setNoted(event.target.value)}
        />
        <Button htmlType="submit" loading={state.running}>
          开始校验
        </Button>
        {state.running && (
          <Button
            onClick={() => {
              stop.current = true
            }}
          >
            停止
          </Button>
        )}
      </form>
      <div aria-live="polite">
        {state.problem && <Alert type="error" title={state.problem} showIcon />}
        {state.result && <Outcome running={state.running} result={state.result} />}
      </div>
    </section>
  )
}

function Outcome({ running, result }: { running: boolean; result: Result }) {
  const { checked, total, broken, isEnd, head, unsealed } = result
  const percent = total === 0 ? 100 : Math.floor((checked / total) * 100)
  if (running || (!isEnd && !broken))
    return (
      <>
        <Progress percent={percent} aria-label="校验进度" />
        <p>
          {running ? '正在校验' : '已停止'}：第 {checked} 行，共 {total} 行
        </p>
      </>
    )
  if (broken)
    return (
      <Alert
        type="error"
        showIcon
        title={`校验链在第 ${broken.sealNo} 行断开`}
        description={`${broken.why}。请保护现场并联系技术负责人。`}
      />
    )
  return (
    <Alert
      type="success"
      showIcon
      title={`日志完好，校验到第 ${checked} 行`}
      description={
        <>
          {unsealed > 0 && <p>另有 {unsealed} 行刚刚写入，即将封存。</p>}
          <p>请把链头记在别处，下次校验时核对：</p>
          <code>{head}</code>
        </>
      }
    />
  )
}
