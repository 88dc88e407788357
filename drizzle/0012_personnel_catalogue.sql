ALTER TABLE "personnel_kind" ALTER COLUMN "valid_years" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "personnel_group" ADD COLUMN "is_retired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "personnel_kind" ADD COLUMN "number_rule" text DEFAULT '{kind}-{year}-{province}-{serial:5}' NOT NULL;--> statement-breakpoint
ALTER TABLE "personnel_kind" ADD COLUMN "requirement" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "personnel_kind" ADD COLUMN "is_retired" boolean DEFAULT false NOT NULL;