import { central } from './organisations/central.ts'
import { east } from './organisations/east.ts'
import { north } from './organisations/north.ts'
import { northeast } from './organisations/northeast.ts'
import { northwest } from './organisations/northwest.ts'
import { south } from './organisations/south.ts'
import { southwest } from './organisations/southwest.ts'
import { yangtze } from './organisations/yangtze.ts'

/** The province is in its credit code. */
export type DemoOrganisation = {
  name: string
  shortName: string
  creditCode: string
  nature: string
  /** Codes of trades from the pack. */
  categories: string[]
  city: string
  address: string
  postcode: string
  at: [lng: number, lat: number]
  legalPerson: string
  foundedDaysAgo: number
  /** In 10,000 yuan. */
  capital?: number
  staff: [total: number, technical: number]
  website?: string
  phone: string
  phoneIsPublic?: boolean
  mainBusiness: string
  products: string
  honours?: string
  intro: string
}

/** Fictitious companies, persons and numbers. */
export const demoOrganisations = [
  ...north,
  ...northeast,
  ...yangtze,
  ...east,
  ...central,
  ...south,
  ...southwest,
  ...northwest,
]
