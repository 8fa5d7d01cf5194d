export type Grade = 'Hot' | 'Warm' | 'Cool' | 'Cold' | 'Spam';
