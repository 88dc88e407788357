import { useEffect, useRef, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'

/** A place for files in an application, as its applicant sees it. */
export type Material = {
  code: string
  name: string
  required: boolean
  max: number
  hint: string
  files: UploadedFile[]
  editable: boolean
  /** Result of comparing the QR code of a stamped form with the current form. */
  match: 'current' | 'outdated' | 'other' | 'none' | 'unread' | null
}
type Files = Record<string, UploadedFile[]>
type SentMaterials = {
  version: number | undefined
  files: { code: string; fileId: number }[]
  answers: Record<string, string>
}
type Start = {
  materials: readonly Material[]
  version: number | undefined
  /** Keeps them on the server, and answers what is known of them then. */
  save: (sent: SentMaterials) => Promise<{ version: number; materials: readonly Material[] }>
  read: () => Promise<readonly Material[]>
}

/** Delay in ms before asking again for the QR codes of a scan that is still being read. */
const READ_AGAIN_MS = 3_000

/** The files of each place: kept on the server as they come, one save after another, and handed in together. */
export function useMaterials({ materials, version, save, read }: Start) {
  const [files, setFiles] = useState<Files>(() => byCode(materials, ({ files }) => files))
  const [matches, setMatches] = useState(() => byCode(materials, ({ match }) => match))
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const latest = useRef({ files, version, answers })
  const saving = useRef(Promise.resolve())
  const sent = (): SentMaterials => ({ ...latest.current, files: listed(latest.current.files) })
  const keep = async () => {
    try {
      const saved = await save(sent())
      latest.current.version = saved.version
      setProblem('')
      setMatches(byCode(saved.materials, ({ match }) => match))
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  const isReading = Object.values(matches).includes('unread')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that a scan is still being read waits for the next
  useEffect(() => {
    if (!isReading) return
    const again = setTimeout(() => {
      read().then(
        now => setMatches(byCode(now, ({ match }) => match)),
        // Retry if there is no connection.
        () => setMatches(before => ({ ...before })),
      )
    }, READ_AGAIN_MS)
    return () => clearTimeout(again)
  }, [isReading, matches])
  return {
    files,
    matches,
    answers,
    problem,
    /** `changed`: the files of a place, or how they follow from those that are there. */
    change(code: string, changed: UploadedFile[] | ((now: UploadedFile[]) => UploadedFile[])) {
      const now = latest.current.files[code] ?? []
      const next = typeof changed === 'function' ? changed(now) : changed
      latest.current.files = { ...latest.current.files, [code]: next }
      setFiles(latest.current.files)
      saving.current = saving.current.then(keep)
    },
    answer(code: string, text: string) {
      latest.current.answers = { ...latest.current.answers, [code]: text }
      setAnswers(latest.current.answers)
    },
    /** Returns the payload to submit once all saves are done. */
    async settled() {
      await saving.current
      return sent()
    },
  }
}
export type KeptMaterials = ReturnType<typeof useMaterials>

const byCode = <Value>(materials: readonly Material[], of: (material: Material) => Value) =>
  Object.fromEntries(materials.map(material => [material.code, of(material)]))

const listed = (files: Files) =>
  Object.entries(files).flatMap(([code, inIt]) => inIt.map(({ id: fileId }) => ({ code, fileId })))
