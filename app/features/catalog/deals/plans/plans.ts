export type DealPlans = {
  plans: { name: string; price: string; codes: number | null }[]
  /** Each with one value a plan, in their order; empty where not stated. */
  limits: { label: string; values: string[] }[]
}
