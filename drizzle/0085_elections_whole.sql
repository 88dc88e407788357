ALTER TABLE "election" ADD COLUMN "next_step" text;--> statement-breakpoint
ALTER TABLE "election" ADD COLUMN "next_day" date;--> statement-breakpoint
ALTER TABLE "election" ADD COLUMN "reminded_of" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "election_next_day_index" ON "election" USING btree ("next_day");