import { Progress } from 'antd'
import { usePolling } from '#api/usePolling.ts'
import { Problem } from '#ui/form/Problem.tsx'

const RUNNING_POLL_MS = 700
const INTERRUPTED_POLL_MS = 5_000

/** Asks again how far an import is. What has been silent for long may only have been slow. */
export const useImportPolling = (
  answer: Parameters<typeof usePolling>[0],
  standing: 'atWork' | 'interrupted' | undefined,
) => usePolling(answer, standing && (standing === 'atWork' ? RUNNING_POLL_MS : INTERRUPTED_POLL_MS))

type Props = {
  /** Progress as done/total; undefined while the total is unknown. */
  share: { done: number; of: number; name: string | undefined } | undefined
  /** The same in words. */
  words: string
  /** Note on what continues after the user leaves the page. */
  note: string
  /** Label of the cancel button. */
  stop: string
  sending: { busy: boolean; error?: { message: string } }
  cancel: () => Promise<unknown>
}

export const ImportProgress = ({ share, words, note, stop, sending, cancel }: Props) => (
  <>
    {share && (
      <Progress
        percent={Math.min(99, Math.floor((100 * share.done) / Math.max(1, share.of)))}
        showInfo={false}
        aria-label={share.name}
      />
    )}
    <p role="status">{words}</p>
    <p>{note}</p>
    <Problem>{sending.error?.message}</Problem>
    <p className="form-actions">
      <button type="button" className="button" disabled={sending.busy} onClick={() => void cancel()}>
        {stop}
      </button>
    </p>
  </>
)
