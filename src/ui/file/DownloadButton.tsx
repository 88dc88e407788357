import type { ReactNode } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { type FileKey, saveFile } from '#api/file.ts'
import type { Input } from '#lib/contract.ts'
import { SaveButton } from '../form/SaveButton.tsx'

type Props<K extends FileKey> = { from: K; input: Input<ApiContract[K]>; children: ReactNode; primary?: boolean }

/** Saves one of the documents that a call answers. */
export const DownloadButton = <K extends FileKey>({ from, input, ...rest }: Props<K>) => (
  <SaveButton save={() => saveFile(from, input)} {...rest} />
)
