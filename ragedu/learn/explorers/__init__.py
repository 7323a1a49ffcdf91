"""What the functions of ragedu.learn.explore give back: plain values that can be changed, and show themselves."""
