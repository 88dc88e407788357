import { useEffect, useRef } from 'react'
import type { FormValues } from '#lib/form/form.ts'
import { type Paper, usualPlaces } from '../drawn.ts'

export const paperIn = ({ paper }: FormValues): Paper => (paper === 'portrait' ? 'portrait' : 'landscape')

/** Whether everything stands where it does on a new sheet. */
const isUsual = (typed: FormValues, paper: Paper) =>
  Object.entries(usualPlaces[paper]).every(([name, place]) => Number(typed[name]) === place)

/** On other paper things stand elsewhere; what somebody has moved stays where it was put. */
export function useUsualPlaces(typed: FormValues, change: (values: FormValues) => void) {
  const paper = paperIn(typed)
  const before = useRef(paper)
  useEffect(() => {
    if (paper !== before.current && isUsual(typed, before.current)) change({ ...typed, ...usualPlaces[paper] })
    before.current = paper
  }, [paper, typed, change])
}
