ALTER TABLE "course" ADD COLUMN "fares" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "level_fares" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "participant" ADD COLUMN "fare_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "participant" ADD COLUMN "fee" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "participant" ADD COLUMN "is_free" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "participant" ADD COLUMN "is_early" boolean DEFAULT false NOT NULL;